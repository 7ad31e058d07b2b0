import { expect, test } from "vitest";
import type { Score } from "../../../harness/domain/records.ts";
import { estimateMean } from "../../../harness/metrics/estimate.ts";
import type { ScoredExecution } from "../../../harness/metrics/scored-execution.ts";
import { wilsonInterval } from "../../../harness/statistics/intervals/wilson.ts";

/** Executions with one score each, scenario ids as given. */
function executions(metric: string, scores: readonly (readonly [string, Score])[]): ScoredExecution[] {
  return scores.map(
    ([scenario_id, score]) => ({ record: { scenario_id, scores: { [metric]: score } } }) as unknown as ScoredExecution,
  );
}
const values = (metric: string, numbers: readonly number[], scenarioOf: (i: number) => string) =>
  executions(
    metric,
    numbers.map((value, i) => [scenarioOf(i), { value }] as const),
  );

test("a proportion with one value a scenario has Wilson's interval", () => {
  const estimate = estimateMean(
    values("pass", [1, 0, 1, 1, 0, 1, 1, 1], (i) => `S${i}`),
    "pass",
    "x",
  );
  expect(estimate).toEqual({ mean: 0.75, ...wilsonInterval(6, 8), n: 8, unscored: 0 });
});

test("repeats of a scenario are resampled together, so they do not narrow the interval", () => {
  const numbers = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 1 : 0));
  const width = (copies: number) => {
    const all = Array.from({ length: copies }, () => numbers).flat();
    const { low, high } = estimateMean(
      values("pass", all, (i) => `S${i % 20}`),
      "pass",
      "x",
    );
    return high! - low!;
  };
  expect(width(10)).toBeGreaterThan(0.9 * width(2));
});

test("zeros and ones of a metric that is no proportion are bootstrapped all the same", () => {
  const { low, high } = estimateMean(
    values("ndcg@10", [1, 1, 1, 1, 1, 1], (i) => `S${i}`),
    "ndcg@10",
    "x",
  );
  expect([low, high]).toEqual([1, 1]);
});

test("unscored is left out of the mean and counted, except where the metric is not about the scenario", () => {
  const rows = executions("ndcg@10", [
    ["S1", { value: 1 }],
    ["S2", { value: null, reason: "unanswerable" }],
    ["S3", { value: null, reason: "extraction_missing" }],
  ]);
  expect(estimateMean(rows, "ndcg@10", "x")).toEqual({ mean: 1, low: null, high: null, n: 1, unscored: 1 });
});

test("nothing scored has no mean, not 0", () => {
  expect(estimateMean([], "pass", "x")).toEqual({ mean: null, low: null, high: null, n: 0, unscored: 0 });
});

test("a metric that was not scored at all is a fault of the program", () => {
  expect(() => estimateMean(executions("pass", [["S1", { value: 1 }]]), "no_such", "x")).toThrow(RangeError);
});
