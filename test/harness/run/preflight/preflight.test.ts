import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { ROOT } from "../../../imports.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-preflight-"));
  await writeFile(join(cwd, "broken.mjs"), "export function retrieve( {");
  await writeFile(join(cwd, "other.mjs"), "export const retrieve = 5;");
  const example = await readFile(join(ROOT, "examples/faults/routing.yaml"), "utf8");
  await writeFile(join(cwd, "routing.yaml"), example.replace("tools: [search_issues]", "tools: [search_isues]"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** A cache that cannot be made: who opens a database, or writes anything at all, fails in another way. */
const environment = { SCOPEBENCH_CACHE: "/dev/null/none", PATH: process.env.PATH ?? "" };

async function refused(args: readonly string[], config: object = {}): Promise<string> {
  await writeFile(join(cwd, "bench.yaml"), stringify({ runs_dir: "/dev/null/runs", ...config }));
  const { code, errors } = await runCli(args, { cwd, environment });
  expect(code, errors).toBe(1);
  expect(errors.match(/^error: /gm)).toHaveLength(1);
  expect(errors).not.toContain("ENOTDIR");
  return errors;
}

const remote = (name: string) => ({
  name,
  provider: "openai",
  model: "acme-1",
  base_url: "http://127.0.0.1:9",
  api_key_env: `KEY_OF_${name}`,
});
const judge = {
  type: "llm",
  chain: [{ provider: "openai", model: "other-1", base_url: "http://127.0.0.1:9", api_key_env: "KEY_OF_JUDGE" }],
};
const policy = (model: string) => ({ models: [{ name: "a", provider: "policy", model }] });

describe("what can be said without a database is said before one is opened", () => {
  it.each<[string, string[], object, string[]]>([
    ["an unknown policy model", ["run"], policy("explorerr"), ["'explorerr'", "did you mean explorer?"]],
    ["an unknown policy model, of ask", ["ask", "x"], policy("explorerr"), ["'explorerr'"]],
    ["a name of --models", ["run", "--models", "explorre"], {}, ["explorre", "explorer, planner, sprinter"]],
    [
      "a scenario id beyond what will be generated",
      ["run", "--scenarios", "S053,S998"],
      {},
      ["S053", "S998", "S001 to S052"],
    ],
    [
      "a tool that an item expects and nobody has",
      ["run", "--scenario-file", "routing.yaml"],
      {},
      ["routing.tools: search_isues", "search_issues, "],
    ],
    [
      "a limit of the gate that no score can reach",
      ["run"],
      { gate: { metrics: { "ndcg@10": { min_effect: 5 }, accuracy: { min_effect: 5 } } } },
      ["gate.metrics.ndcg@10.min_effect: expected 1 or less"],
    ],
    [
      "a module that is not there",
      ["run"],
      { external_agents: [{ name: "mine", type: "module", path: "./nope.ts" }] },
      ["nope.ts"],
    ],
    [
      "a strategy of one's own that cannot be loaded, and one that is none",
      ["run"],
      {
        retrievals: [
          { name: "broken", path: "./broken.mjs" },
          { name: "other", path: "./other.mjs" },
        ],
        ...{ workflows: ["broken", "other"], knowledge: ["prompt"] },
      },
      ["broken.mjs cannot be loaded", "other.mjs exports none"],
    ],
    [
      "a program and a script that are not there",
      ["run"],
      { external_agents: [{ name: "mine", type: "command", command: ["no-such-program", "./agent.py"] }] },
      ["no-such-program", "agent.py"],
    ],
    [
      "recordings that are of another format",
      ["run"],
      { external_agents: [{ name: "mine", type: "otlp", path: "./bench.yaml" }] },
      ["OTLP's JSON encoding", "line 1: not JSON"],
    ],
    [
      "repeats of what was recorded once",
      ["run", "--repeats", "2"],
      { external_agents: [{ name: "mine", type: "otlp", path: "./bench.yaml" }] },
      ["expected 1, since mine is recorded once"],
    ],
    [
      "a variable that an external agent is promised",
      ["run"],
      { external_agents: [{ name: "mine", type: "http", url: "http://127.0.0.1:9", token_env: "TOK" }] },
      ["TOK"],
    ],
    ["a corpus that is not there", ["run"], { corpus: "./nowhere" }, ["nowhere", "artifacts.jsonl"]],
    ["a corpus that is not there, of ingest", ["ingest", "--corpus", "nowhere"], {}, ["artifacts.jsonl"]],
    ["a server without its address", ["run", "--database", "postgres"], {}, ["SCOPEBENCH_POSTGRES_URL"]],
    [
      "a model without its files",
      ["run"],
      { substrate: { embedding: { type: "transformers", path: "." } } },
      ["tokenizer.json is missing", "onnx/model.onnx is missing"],
    ],
    ["vectors that are not there", ["run"], { substrate: { embedding: { type: "static", path: "v.txt" } } }, ["v.txt"]],
    ["a recording that is not there", ["run", "--replay", "no.recording"], {}, ["no.recording"]],
    [
      "a recording's folder that is not there",
      ["run", "--record", "no/a.recording"],
      {},
      ["a.recording", "expected the folder"],
    ],
    ["an output's folder that is not there", ["scenarios", "generate", "no/s.yaml"], {}, ["expected the folder"]],
    ["a call that is not JSON", ["tool", "keyword_search", "{bad"], {}, ["not JSON"]],
    ["a tool that there is not", ["tool", "keyword_serch", "{}"], {}, ["did you mean keyword_search?"]],
    [
      "arguments that a tool does not take",
      ["tool", "keyword_search", '{"qeury":"x"}'],
      {},
      ["query: is missing", '"qeury"; did you mean query?'],
    ],
    ["a stage", ["run", "--until", "excute"], {}, ["excute", "execute"]],
  ])("%s", async (_, args, config, texts) => {
    const errors = await refused(args, config);
    for (const text of nonEmpty(texts)) expect(errors).toContain(text);
  });

  it("a scenario file, line by line, where truths that are queries are left to the corpus", async () => {
    const good = { id: "S001", family: "search", complexity: "single_hop", answerable: true, turns: ["x"] };
    const scenario = { ...good, expected_entities: [], reference_answer: "x", derivation: { sql: "SELECT 1" } };
    const set = { version: 1, corpus: "x", snapshot: "any", seed: null };
    await writeFile(join(cwd, "good.yaml"), stringify({ ...set, scenarios: [scenario] }));
    const good1 = await runCli(["scenarios", "validate", "good.yaml", "--format-only"], { cwd, environment });
    expect([good1.code, good1.out]).toEqual([0, "good.yaml: 1 scenario, no problems"]);
    await writeFile(join(cwd, "bad.yaml"), stringify({ ...set, scenarios: [{ ...scenario, family: "serach" }] }));
    const errors = await refused(["run", "--scenario-file", "bad.yaml"]);
    expect(errors).toContain("bad.yaml:7: scenarios.0.family: expected lookup, search");
    expect(await refused(["run", "--scenario-file", "good.yaml", "--scenarios", "S002"])).toContain("S002");
  });

  it("everything at once", async () => {
    const errors = await refused(["run", "--scenarios", "S999"], {
      corpus: "./nowhere",
      models: [remote("ONE"), remote("TWO")],
      external_agents: [{ name: "mine", type: "module", path: "./nope.ts" }],
      judges: { primary: judge },
    });
    for (const text of ["4 things", "nowhere", "S999", "KEY_OF_ONE", "KEY_OF_TWO", "KEY_OF_JUDGE", "nope.ts"])
      expect(errors).toContain(text);
  });

  it("no key is asked for that a command does not need", async () => {
    const models = [{ name: "local", provider: "policy", model: "explorer" }, remote("ONE")];
    const errors = await refused(["ask", "x", "--corpus", "nowhere"], { models, judges: { primary: judge } });
    expect(errors).not.toContain("KEY_OF");
    expect(await refused(["ask", "x", "--model", "ONE"], { models, judges: { primary: judge } })).toContain(
      "KEY_OF_ONE",
    );
  });
});
