import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../../base/random.ts";
import { gateSchema } from "../../../../../harness/record/config/gate-schema.ts";
import { runComparison } from "../../../../../harness/results/compare/request.ts";
import { selfTest } from "../../../../../harness/results/compare/selftest/self-test.ts";
import { percent, selfTestLine } from "../../../../../harness/results/compare/selftest/sentences.ts";
import type { RunSource } from "../../../../../harness/results/compare/sources/run-source.ts";
import { normalQuantile } from "../../../../../measure/statistics/basics/distributions.ts";
import { madeSource } from "../made-source.ts";

const config = (gate: object = {}) => gateSchema.parse({ metrics: { "ndcg@10": { min_effect: 0.02 } }, ...gate });
const SYMMETRIC = config({ assume: "symmetric" });

/** Runs of one system: each moved as a whole with this standard deviation, each scenario with .1. */
function runsOf(
  count: number,
  { moved, seed, scenarios = 30 }: { moved: number; seed: number; scenarios?: number },
): RunSource[] {
  const random = makeRandom("self-test", seed);
  const normal = () => normalQuantile(random());
  return Array.from({ length: count }, (_, run) => {
    const shift = moved * normal();
    const scores = Array.from({ length: scenarios }, () => 0.5 + shift + 0.1 * normal());
    const score = (index: number) => Math.min(1, Math.max(0, scores[index]!));
    return madeSource({ label: `run ${run}`, scenarios, score, provenance: { run_id: `r${run}` } });
  });
}

const regressions = (baseline: RunSource, candidate: RunSource, gate = SYMMETRIC) =>
  runComparison({ baseline, candidate, metrics: null, allow: [], config: gate, gate: true }).gate!.decision ===
  "regression";

describe("a gate's self-test on runs of one system", () => {
  it("bounds how often the gate itself fails unchanged builds, in 11 of 12 sets of five runs at least", () => {
    const pairs = Array.from({ length: 120 }, (_, seed) => runsOf(2, { moved: 0.03, seed: 10_000 + seed }));
    const rate = pairs.filter(([a, b]) => regressions(a!, b!)).length / pairs.length;
    expect(rate).toBeGreaterThan(0.05);
    const tests = Array.from({ length: 12 }, (_, seed) =>
      selfTest(runsOf(5, { moved: 0.03, seed }), { config: SYMMETRIC, atMost: 0.05 }),
    );
    expect(tests.filter(({ bound }) => bound! >= rate).length).toBeGreaterThanOrEqual(11);
    const mean = tests.reduce((sum, { estimate }) => sum + estimate!, 0) / tests.length;
    expect(Math.abs(mean - rate)).toBeLessThan(0.08);
  });

  it("says that a few runs are not enough, and how many like them would be", () => {
    const test = selfTest(runsOf(3, { moved: 0, seed: 3 }), { config: SYMMETRIC, atMost: 0.05 });
    expect(test.state).toBe("too-few-runs");
    expect(test.bound).toBeGreaterThan(0.05);
    expect(test.runs_needed).toBeGreaterThan(3);
    expect(selfTestLine(test)).toMatch(/not enough runs to say 5 %: some \d+ runs like these would/);
  });

  it("shows a gate whose smallest loss that matters is far above what moves a run", () => {
    const gate = config({ metrics: { "ndcg@10": { min_effect: 0.4 } } });
    const test = selfTest(runsOf(4, { moved: 0.01, seed: 1 }), { config: gate, atMost: 0.05 });
    expect([test.state, test.seen]).toEqual(["shown", { comparisons: 12, failed: 0 }]);
    expect(test.rules[0]!.quiet_from).toBeLessThan(0.4);
    expect(test.rules[0]!.found_from).toBeGreaterThan(0.4);
  });

  it("tells a gate that fails more than is allowed, with the min_effect that would not", () => {
    const runs = runsOf(6, { moved: 0.1, seed: 5 });
    const test = selfTest(runs, { config: SYMMETRIC, atMost: 0.05 });
    expect(test.state).toBe("more");
    expect(test.seen.failed).toBeGreaterThan(0);
    const quiet = test.rules[0]!.quiet_from!;
    const gate = config({ assume: "symmetric", metrics: { "ndcg@10": { min_effect: quiet * 1.001 } } });
    expect(selfTest(runs, { config: gate, atMost: 0.05 }).state).toBe("shown");
  });

  it("says nothing of runs that differ in nothing", () => {
    const same = [0, 1, 2].map((run) => madeSource({ provenance: { run_id: `r${run}` } }));
    const test = selfTest(same, { config: config(), atMost: 0.05 });
    expect([test.state, test.estimate, test.bound]).toEqual(["nothing-moved", null, null]);
    expect(selfTestLine(test)).toContain("says nothing");
  });

  it("holds for the whole gate, not for its most quiet rule: two rules are added", () => {
    const runs = runsOf(5, { moved: 0.04, seed: 8 });
    const doubled = runs.map((run) => ({
      ...run,
      provenance: { ...run.provenance, metrics: { "ndcg@10": "same", map: "same" } },
      executions: run.executions.map((one) => ({ ...one, scores: { ...one.scores, map: one.scores["ndcg@10"]! } })),
    }));
    const one = selfTest(runs, { config: SYMMETRIC, atMost: 0.05 });
    const two = selfTest(doubled, {
      config: config({ assume: "symmetric", metrics: { "ndcg@10": {}, map: {} } }),
      atMost: 0.05,
    });
    expect(two.bound).toBeGreaterThan(one.bound!);
    expect(two.rules.map(({ metric }) => metric)).toEqual(["ndcg@10", "map"]);
  });

  it("refuses runs that are not of one system, with what parts them", () => {
    const other = madeSource({ label: "other", provenance: { corpus: "corpus-b" } });
    expect(() => selfTest([madeSource(), other], { config: config(), atMost: 0.05 })).toThrow(
      /no two runs of one system/,
    );
  });

  it("never rounds a promise down", () => {
    expect([0.0251, 0.1641, 0.05].map(percent)).toEqual(["2.6 %", "17 %", "5 %"]);
  });
});
