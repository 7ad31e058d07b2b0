import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIMULATED, safeModeSchema } from "../../../../harness/record/config/safe-mode-schema.ts";
import type { Extraction } from "../../../../harness/record/domain/records.ts";
import { makeSimulatedReviewer } from "../../../../harness/run/safe-mode/simulated-reviewer.ts";
import { newestRun } from "../../../e2e/cli-process.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
models: [{ name: explorer, provider: policy, model: explorer }]
workflows: [react, plan_execute, keyword_rag]
knowledge: [prompt]
baselines: []
`;
const RULES = "[{ tool: keyword_search, message: Search by id instead. }]";

describe("a script in a reviewer's place", () => {
  const config = safeModeSchema.parse({
    type: "simulated",
    reject: 0.3,
    rules: [{ contains: "REQ-1", message: "no" }],
  });

  it("rejects the share that is configured, and decides alike on the same call of the same execution alone", () => {
    const calls = Array.from({ length: 2000 }, (_, index) => ({ name: "trace_links", args: { ids: [`TC-${index}`] } }));
    const decided = (seed: number) => calls.map((call) => makeSimulatedReviewer(config, seed).decide(call).decision);
    const rejected = decided(1).filter((decision) => decision === "reject").length;
    // Four standard errors of a binomial with p = 0.3.
    expect(Math.abs(rejected / 2000 - 0.3)).toBeLessThan(4 * Math.sqrt((0.3 * 0.7) / 2000));
    expect(decided(1)).toEqual(decided(1));
    expect(decided(1)).not.toEqual(decided(2));
  });

  it("rejects by rule whatever chance says, with the rule's words", () => {
    const call = { name: "trace_links", args: { ids: ["REQ-1"] } };
    for (const seed of nonEmpty([1, 2, 3, 4, 5]))
      expect(makeSimulatedReviewer(config, seed).decide(call)).toEqual({
        ...{ decision: "reject", message: "no", by: SIMULATED, waitedMs: 0 },
      });
  });
});

describe("a run with a simulated reviewer", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "scopebench-safe-mode-"));
    await writeFile(join(cwd, "bench.yaml"), BENCH);
    await writeFile(join(cwd, "safe.yaml"), `${BENCH}safe_mode: { type: simulated, reject: 0.3, rules: ${RULES} }\n`);
    await writeFile(join(cwd, "wrong.yaml"), `${BENCH}safe_mode: { type: simulated, tools: [no_such_tool] }\n`);
  });
  afterAll(() => rm(cwd, { recursive: true, force: true }));

  it("has every decision in its traces, counts them, says that no person decided, and shows what rejections do", async () => {
    const ran = await runCli(["run", "--quick", "-c", "safe.yaml"], { cwd });
    expect([ran.code, ran.errors]).toEqual([0, expect.stringContaining("6 executions")]);
    expect(ran.out).toContain("a simulated reviewer decided on calls");
    const run = await newestRun(join(cwd, "runs"));
    const names = await readdir(join(run, "extractions"));
    const texts = await Promise.all(names.map((name) => readFile(join(run, "extractions", name), "utf8")));
    const lines = texts.join("").trim().split("\n");
    const calls = lines.flatMap((line) => (JSON.parse(line) as Extraction).tool_calls);
    const rejected = calls.filter(({ review }) => review?.decision === "reject");
    for (const { status, error, review } of nonEmpty(rejected)) {
      expect([status, error?.code, review!.by]).toEqual(["error", "rejected", SIMULATED]);
      expect(error!.message).toContain(review!.message);
    }
    // Strategies that retrieve by themselves are reviewed, too: their one search is what the rule rejects.
    expect(
      rejected.some(({ tool, review }) => tool === "keyword_search" && review!.message === "Search by id instead."),
    ).toBe(true);
    const reviews = JSON.parse(await readFile(join(run, "metrics", "reviews.json"), "utf8")) as Record<
      string,
      number
    >[];
    const totals = reviews.filter(({ tool }) => tool === null);
    const sum = (key: string) => totals.reduce((total, row) => total + row[key]!, 0);
    expect([totals.length, sum("rejected"), sum("decisions")]).toEqual([
      ...[3, rejected.length, calls.filter(({ review }) => review).length],
    ]);
    expect(totals.map(({ waited_ms_median }) => waited_ms_median)).toEqual([null, null, null]);
    const tables = await readdir(join(run, "metrics", "tables"));
    const table = await readFile(
      join(run, "metrics", "tables", tables.find((name) => /^reviews\.json$/.test(name))!),
      "utf8",
    );
    expect(table).toContain("A simulated reviewer, no person, decided on the agents' calls.");

    const free = await runCli(["run", "--quick", "--workflows", "keyword_rag"], { cwd });
    expect([free.code, free.out]).toEqual([0, expect.not.stringContaining("simulated")]);
    expect(
      JSON.parse(await readFile(join(await newestRun(join(cwd, "runs")), "metrics", "reviews.json"), "utf8")),
    ).toEqual([]);
    const lost = async (directory: string) => {
      const { configurations } = JSON.parse(await readFile(join(directory, "metrics", "summary.json"), "utf8"));
      const rag = configurations.find(({ workflow }: { workflow: string }) => workflow === "keyword_rag");
      return rag.metrics["recall@10"].mean as number;
    };
    // Its only search is rejected: nothing is found that had been found.
    expect(await lost(run)).toBe(0);
    expect(await lost(await newestRun(join(cwd, "runs")))).toBeGreaterThan(0);
  });

  it("is refused before anything runs where it names a tool that there is not", async () => {
    const { code, errors } = await runCli(["run", "-c", "wrong.yaml"], { cwd });
    expect([code, errors]).toEqual([1, expect.stringContaining("expected true, false or a list of tools")]);
  });
});
