import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Io } from "../../../../harness/print/io.ts";
import { updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { openRun } from "../../../../harness/record/run-directory/open-run.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { metricDefinitions } from "../../../../harness/results/analyses/metrics.ts";
import { RUN_METRICS } from "../../../../harness/results/compare/metric-facts.ts";
import { readComparison } from "../../../../harness/show/report/comparison.ts";
import { compareForReport } from "../../../../harness/show/report/for-comparison.ts";
import { makeScoredRun, type ScoredRunOptions } from "../../results/compare/scored-run.ts";
import { settleHashes } from "../../run-fixture/settle-hashes.ts";

let folder: string;
let io: Io;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-compare-page-"));
  const ignore = () => undefined;
  const signal = new AbortController().signal;
  io = { cwd: folder, environment: {}, out: ignore, error: ignore, interactive: false, columns: 80, signal };
  await makeScoredRun(join(folder, "baseline"), { scenarios: 10 });
});
afterAll(() => rm(folder, { recursive: true }));

let copies = 0;
async function compared({
  candidate = {},
  ...options
}: {
  candidate?: ScoredRunOptions;
  allow?: string[];
  baseline?: string;
  config?: string;
}) {
  const name = `candidate-${copies++}`;
  await makeScoredRun(join(folder, name), { scenarios: 10, ...candidate });
  const opened = await openRun(name, { io });
  await compareForReport(opened, { io, baseline: "baseline", ...options });
  const stored = (await readComparison(opened.runDirectory, opened.manifest))!;
  return { opened, stored, shown: stored.report.comparison };
}

const RULES = ["functional_pass", "ndcg@10", "recall@10"];
const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code);

describe("what the page Compare shows", () => {
  it("is every metric of a comparable run, those of the gate's rules first, no refusal, and the runs by their ids", async () => {
    const { opened, shown } = await compared({});
    expect([shown.refusals, shown.pairs, shown.expected]).toEqual([[], 10, 10]);
    expect(shown.metrics.map(({ metric }) => metric)).toEqual([...new Set([...RULES, ...RUN_METRICS])]);
    const { run_id } = opened.manifest;
    expect([shown.baseline.label, shown.candidate.label]).toEqual([run_id, run_id]);
  });

  it.each<[string, ScoredRunOptions]>([
    ["corpus", { manifest: { substrate: null } }],
    ["judge", { manifest: { judge_fingerprints: { primary: "judge-b" } } }],
    [
      "scenarios",
      { query: (index) => (index === 0 ? "another question" : `Show S${String(index + 1).padStart(3, "0")}.`) },
    ],
    ["stand-ins", { manifest: { stand_in_models: [] } }],
    ["coverage", { outcome: (index) => (index < 2 ? "missing" : undefined) }],
  ])(
    "is a refusal for %s, with what was found, what to do and no number; --allow accepts it",
    async (code, candidate) => {
      const { shown } = await compared({ candidate });
      expect(codes(shown.refusals)).toContain(code);
      expect(shown.refusals.every(({ problem, remedy }) => problem !== "" && remedy !== "")).toBe(true);
      expect(shown.metrics).toEqual([]);
      // A scenario that changed is not paired, so that coverage is short as well.
      const allow = codes(shown.refusals);
      const allowed = (await compared({ candidate, allow })).shown;
      expect([allowed.refusals, codes(allowed.accepted)]).toEqual([[], allow]);
      expect(allowed.metrics.length).toBeGreaterThan(0);
    },
  );

  it("is judged by the rules of the configuration that is named, as compare -c", async () => {
    await writeFile(join(folder, "other.yaml"), "gate: { metrics: { mrr@10: {} } }");
    const { stored } = await compared({ config: "other.yaml" });
    expect(Object.keys(stored.report.gate!.rules.metrics)).toEqual(["mrr@10"]);
  });

  it("is a refusal where a metric is defined otherwise, naming it", async () => {
    await cp(join(folder, "baseline"), join(folder, "older"), { recursive: true });
    const older = metricDefinitions().map((entry) => ({ ...entry, definition: "another one" }));
    await writeFile(runPath(join(folder, "older"), "metrics", "metrics.json"), JSON.stringify(older));
    await settleHashes(join(folder, "older"));
    const { shown } = await compared({ baseline: "older" });
    expect(codes(shown.refusals)).toEqual(["metrics"]);
    expect(shown.refusals[0]!.problem).toContain("ndcg@10");
  });

  it("is nothing once the run was scored anew, or when the report is built without a baseline", async () => {
    const { opened } = await compared({});
    const rescored = await updateManifest(opened.runDirectory, ({ stages }) => ({
      stages: { ...stages, score: { ...stages.score!, outputs: { metrics: "other" } } },
    }));
    expect(await readComparison(opened.runDirectory, rescored)).toBeNull();
    await compareForReport(opened, { io });
    expect(await readComparison(opened.runDirectory, opened.manifest)).toBeNull();
  });

  it("is not made for a reason that does not exist: usage, naming those that do", async () => {
    await expect(compared({ allow: ["weather"] })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("stand-ins"),
    });
  });
});
