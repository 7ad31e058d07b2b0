import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Extraction } from "../../harness/record/domain/records.ts";
import { readRecords } from "../../harness/record/run-directory/records.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { type LoopbackProvider, type Script, startProvider } from "../loopback/provider.ts";
import { nonEmpty } from "../non-empty.ts";
import { createTestDatabase, describeOn } from "../servers.ts";
import { BIN, filesUnder, newestRun, scopebench } from "./cli-process.ts";

/** Of two turns each; the second scenario's are vague, the third asks for what is not there. */
const TURNS = [
  ["Which tests cover handover?", "And does it work with 5G?"],
  ["Which tests matter?", "The important ones."],
  ["Which tests are like TC-4711?", "And like TC-4712?"],
];

let cwd: string;
let provider: LoopbackProvider;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-agent-settings-"));
  provider = await startProvider(script);
  const scenarios = TURNS.map((turns, at) => ({
    ...{ id: `S00${at + 1}`, family: "lookup", complexity: "single_hop", answerable: true, truth: "unknown", turns },
    ...{ expected_ids: [], expected_entities: [], reference_answer: "" },
  }));
  await writeFile(join(cwd, "scenarios.yaml"), JSON.stringify({ version: 1, scenarios }));
  await writeFile(
    join(cwd, "bench.yaml"),
    `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { file: scenarios.yaml }
knowledge: [prompt]
workflows: [react]
models: [{ name: m, provider: openai, model: m-1, base_url: ${provider.url} }]
limits: { max_tool_rounds: 2, memory_full_chars: 2000, memory_compressed_chars: 2000, memory_summary_chars: 1000 }
agent:
  memory: tiers
  clarify: true
  claims: [{ claim: compatibility, said: [works with], tools: [sql_query] }]
  skills: ./skills
baselines: []
concurrency: 1
seed: 1
`,
  );
  await mkdir(join(cwd, "skills", "count", "scripts"), { recursive: true });
  await writeFile(join(cwd, "skills", "count", "SKILL.md"), "---\nname: count\ndescription: Counts.\n---\n\nRun it.\n");
  await writeFile(join(cwd, "skills", "count", "scripts", "run.mjs"), "console.log(process.argv.length);");
});
afterAll(async () => {
  await provider.close();
  await rm(cwd, { recursive: true, force: true });
});

/** Decides by the conversation alone, so that it says the same whoever asks again. */
const script: Script = async ({ body }) => {
  await sleep(30);
  const messages = body.messages as { role: string; content: unknown }[];
  const said = JSON.stringify(messages);
  const last = JSON.stringify(messages.findLast(({ role }) => role === "user"));
  if (said.includes("conversation summarizer")) return { type: "text", text: "Handover was asked about." };
  const end = (text: string) => ({ type: "text", text: `No supported recommendation: ${text}` }) as const;
  if (last.includes("A claim of compatibility")) return end("I cannot confirm that it works with 5G.");
  if (last.includes("You have asked back once")) return end("nothing says which.");
  if (last.includes("The question takes these for given"))
    return end(`there is no ${said.includes("TC-4712") ? "TC-4712" : "TC-4711"}.`);
  if (last.includes("Which tests matter") || last.includes("important"))
    return { type: "text", text: "Clarifying question: of which feature?" };
  if (body.tools === undefined) return last.includes("5G") ? end("it works with 5G.") : end("nothing is like it.");
  const at = messages.length;
  const id = /TC-\d+/.exec(last)?.[0];
  const search = { id: `a${at}`, name: "keyword_search", args: { query: `handover ${at}` } };
  const lookup = { id: `b${at}`, name: "identifier_lookup", args: { ids: [id ?? ""] } };
  const run = {
    id: `c${at}`,
    name: "run_script",
    args: { file_path: "/skills/count/scripts/run.mjs", arguments: ["x"] },
  };
  return { type: "calls", calls: id ? [search, lookup] : [search, run] };
};

const UNTIL = ["--until", "score", "--runs-dir"];

async function extractionsOf(runs: string): Promise<Extraction[]> {
  const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
  return readRecords({ runDirectory: await newestRun(join(cwd, runs)), part: "extractions", configuration });
}

/** What an execution came to, times and threads aside. */
const cameTo = (one: Extraction) => ({
  id: one.scenario_id,
  calls: one.tool_calls.map(({ tool, error, status }) => `${tool} ${error?.code ?? status}`),
  contract: one.contract_violations,
  answers: one.answers,
  asked: one.asked_back ?? false,
});

it("cap, tiers, claims, questions back, scripts: a recorded run that was killed and resumed is replayed as it came out", async () => {
  const killed = await scopebench(["run", "--trust", "--record", "main.recording", ...UNTIL, "recorded"], {
    cwd,
    onStart: async (child) => {
      while (provider.requests.length < 12 && child.exitCode === null) await sleep(10);
      child.kill("SIGKILL");
    },
  });
  expect(killed.code, killed.errors).toBeNull();
  const resumed = await runCli(["resume", "latest", ...UNTIL, "recorded"], { cwd });
  expect(resumed.code, resumed.errors).toBe(0);
  const recorded = (await extractionsOf("recorded")).map(cameTo);
  expect(recorded.map(({ asked }) => asked)).toEqual([false, false, false]);
  expect(recorded[0]?.contract).toEqual(["unconfirmed_claim"]);
  expect(recorded[1]).toMatchObject({
    contract: ["second_question"],
    answers: ["Clarifying question: of which feature?", expect.any(String)],
  });
  expect(recorded[2]?.contract).toEqual(["untold_absence", "untold_absence"]);
  const calls = recorded[0]!.calls;
  expect([calls.includes("run_script success"), calls.includes("keyword_search call_limit")]).toEqual([true, true]);
  const asked = provider.requests.length;
  expect(provider.requests.some(({ body }) => JSON.stringify(body.messages).includes("conversation summarizer"))).toBe(
    true,
  );

  const replayed = await runCli(["run", "--replay", "main.recording", ...UNTIL, "replayed"], { cwd });
  expect(replayed.code, replayed.errors).toBe(0);
  expect(provider.requests).toHaveLength(asked);
  expect((await extractionsOf("replayed")).map(cameTo)).toEqual(recorded);
  const [one, two] = await Promise.all(["recorded", "replayed"].map((runs) => newestRun(join(cwd, runs))));
  expect(await filesUnder(join(two!, "metrics"))).toEqual(await filesUnder(join(one!, "metrics")));
});

describeOn(["PostgreSQL"], "over a queue", () => {
  it("a worker comes to what a run here does", async () => {
    const local = await runCli(["run", ...UNTIL, "local"], { cwd });
    expect(local.code, local.errors).toBe(0);
    const database = await createTestDatabase();
    const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
    const worker = spawn(process.execPath, [...ENGINE_FLAGS, BIN, "queue", "worker", "--trust"], {
      cwd,
      env: { PATH, HOME, SCOPEBENCH_CACHE, NO_COLOR: "1", SCOPEBENCH_QUEUE_URL: database.url },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => worker.on("close", resolve));
    try {
      const environment = { SCOPEBENCH_QUEUE_URL: database.url };
      const spread = await runCli(["run", ...UNTIL, "spread", "--queue"], { cwd, environment });
      expect(spread.code, spread.errors).toBe(0);
      const here = (await extractionsOf("local")).map(cameTo);
      expect((await extractionsOf("spread")).map(cameTo)).toEqual(here);
      expect(nonEmpty(here).map(({ id }) => id)).toEqual(["S001", "S002", "S003"]);
    } finally {
      worker.kill("SIGKILL");
      await ended;
      await database.drop();
    }
  });
});
