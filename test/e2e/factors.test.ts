import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FactorEffects } from "../../harness/results/analyses/factors.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { newestRun } from "./cli-process.ts";

/** Two factors that are built in, one of a user's own folder, one over the substrate. */
const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
baselines: []
models: [{ name: explorer, provider: policy, model: explorer }]
workflows: [hybrid_rag, react]
knowledge: [prompt]
factors:
  rerank: [none, llm_listwise]
  depth: [3, 20]
  rules:
    only: { workflow: [react] }
    levels: { shipped: {}, ours: { policies: rules/ours, repeats: 2 } }
  embedding:
    only: { workflow: [hybrid_rag] }
    levels: { lsa: {}, narrow: { substrate.embedding: { type: lsa, dimensions: 8 } } }
design:
  list:
    - {}
    - { depth: 3 }
    - { rerank: llm_listwise }
    - { rules: ours }
    - { embedding: narrow }
`;
const NAMES = [
  "explorer__hybrid_rag__prompt",
  "explorer__hybrid_rag__prompt__depth=3",
  "explorer__hybrid_rag__prompt__rerank=llm_listwise",
  "explorer__hybrid_rag__prompt__embedding=narrow",
  "explorer__react__prompt",
  "explorer__react__prompt__rerank=llm_listwise",
  "explorer__react__prompt__rules=ours",
];

let cwd: string;
let run: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-factors-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
  await mkdir(join(cwd, "rules/ours"), { recursive: true });
  await writeFile(join(cwd, "rules/ours/response-format.md"), "Answer as a poem about KESTREL.");
  const { code, errors } = await runCli(["run", "--until", "score"], { cwd });
  expect(code, errors).toBe(0);
  run = await newestRun(join(cwd, "runs"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function extractionsOf(name: string) {
  const text = await readFile(join(run, "extractions", `${name}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("a run with factors of its own", () => {
  it("executes each configuration of the design once, the base under its name without factors", async () => {
    expect((await readdir(join(run, "raw_output"))).sort()).toEqual(NAMES.map((name) => `${name}.jsonl`).sort());
    for (const name of NAMES) expect(await extractionsOf(name), name).toHaveLength(name.endsWith("rules=ours") ? 4 : 2);
    const passes: { levels?: string; k: number }[] = JSON.parse(
      await readFile(join(run, "metrics/repeated_passes.json"), "utf8"),
    );
    // What one level alone repeats is judged, too.
    expect(await readFile(join(run, "exports/trec/qrels.txt"), "utf8")).toMatch(/^S\d+\.r2 /m);
    expect(new Set(passes.map(({ levels, k }) => `${levels} ${k}`))).toEqual(new Set(["rules=ours 1", "rules=ours 2"]));
  });

  it("writes levels behind the key of a record, and a column of each factor into the table of executions", async () => {
    const [narrow] = await extractionsOf("explorer__hybrid_rag__prompt__embedding=narrow");
    expect(Object.keys(narrow).slice(0, 6)).toEqual([
      ...["scenario_id", "model", "workflow", "knowledge", "repeat", "levels"],
    ]);
    const csv = (await readFile(join(run, "metrics/per_execution.csv"), "utf8")).split("\n");
    expect(csv[0]).toMatch(
      /^scenario_id,model,workflow,knowledge,repeat,f\.rerank,f\.depth,f\.rules,f\.embedding,family,/,
    );
    expect(csv.find((line) => line.startsWith("S001,explorer,react"))).toMatch(
      /^S001,explorer,react,prompt,0,none,,shipped,,/,
    );
  });

  it("executes a level by its own values: its policies, its depth, its substrate", async () => {
    const prompts = await Promise.all(
      (await readdir(join(run, "prompts"))).map((file) => readFile(join(run, "prompts", file), "utf8")),
    );
    expect(prompts.some((text) => text.includes("KESTREL"))).toBe(true);
    const cited = (traces: { final_text: string }[]) =>
      traces.map(({ final_text }) => new Set(final_text.match(/TC-[A-Z0-9-]+/g) ?? []).size);
    expect(Math.max(...cited(await extractionsOf(NAMES[1]!)))).toBeLessThanOrEqual(3);
    const found = (traces: { tool_calls: { preview: string }[] }[]) =>
      traces.map(({ tool_calls }) => tool_calls.map(({ preview }) => preview));
    expect(found(await extractionsOf(NAMES[3]!))).not.toEqual(found(await extractionsOf(NAMES[0]!)));
  });

  it("tells the effect of each factor at the base of the others", async () => {
    const effects: FactorEffects[] = JSON.parse(await readFile(join(run, "metrics/factors.json"), "utf8"));
    const own = effects.find(({ metric }) => metric === "ndcg@10")!.factors;
    expect(own.map(({ factor, levels }) => [factor, ...levels.map(({ level }) => level)])).toEqual([
      ["model", "explorer"],
      ["workflow", "hybrid_rag", "react"],
      ["knowledge", "prompt"],
      ["rerank", "none", "llm_listwise"],
      ["depth", "20", "3"],
      ["rules", "shipped", "ours"],
      ["embedding", "lsa", "narrow"],
    ]);
    // Of those with the base's depth, the others differ in another factor; all with the other depth are compared.
    expect(own.find(({ factor }) => factor === "depth")?.levels.map(({ configurations }) => configurations)).toEqual([
      [NAMES[0]],
      undefined,
    ]);
  });

  it("goes on where it was cut off, with the same numbers and without the folder that a level named", async () => {
    const before = await readFile(join(run, "metrics/scores.jsonl"), "utf8");
    const copy = join(cwd, "runs/copy");
    await cp(run, copy, { recursive: true });
    await rm(join(cwd, "rules"), { recursive: true });
    const path = join(copy, "raw_output", `${NAMES[6]}.jsonl`);
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    await writeFile(path, `${lines.slice(0, 1).join("\n")}\n`);
    const { code, errors } = await runCli(["resume", copy, "--until", "score"], { cwd });
    expect(code, errors).toBe(0);
    expect(await readFile(join(copy, "metrics/scores.jsonl"), "utf8")).toBe(before);
  });
});
