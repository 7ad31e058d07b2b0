import { expect, test } from "vitest";
import type { Score } from "../../../../harness/record/domain/records.ts";
import { estimateMean } from "../../../../harness/results/metrics/estimate.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import { binomialCdf } from "../../../../measure/statistics/basics/distributions.ts";

/** Executions with one score each, scenario ids as given. */
function executions(metric: string, scores: readonly (readonly [string, Score])[]): ScoredExecution[] {
  return scores.map(
    ([id, score]) => ({ record: { scores: { [metric]: score } }, scenario: { id } }) as unknown as ScoredExecution,
  );
}
const values = (metric: string, numbers: readonly number[], scenarioOf: (i: number) => string) =>
  executions(
    metric,
    numbers.map((value, i) => [scenarioOf(i), { value }] as const),
  );

test("a proportion with one value a scenario has the mid-p interval of a binomial share (6 of 8)", () => {
  const estimate = estimateMean(
    values("pass", [1, 0, 1, 1, 0, 1, 1, 1], (i) => `S${i}`),
    "pass",
    "x",
  );
  expect(estimate).toEqual({ mean: 0.75, low: 0.388341352, high: 0.955746116, n: 8, unscored: 0 });
  const tail = (k: number, share: number) => (binomialCdf(k, 8, share) + binomialCdf(k - 1, 8, share)) / 2;
  expect(1 - tail(6, estimate.low!)).toBeCloseTo(0.025, 7);
  expect(tail(6, estimate.high!)).toBeCloseTo(0.025, 7);
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

test("at the ceiling a score has an interval with a width, tokens that never vary have none", () => {
  const { low, high } = estimateMean(
    values("ndcg@10", [1, 1, 1, 1, 1, 1], (i) => `S${i}`),
    "ndcg@10",
    "x",
  );
  expect([low, high]).toEqual([0.606962231, 1]);
  const tokens = values("tokens_in", [7, 7, 7, 7, 7, 7], (i) => `S${i}`);
  expect(estimateMean(tokens, "tokens_in", "x")).toMatchObject({ mean: 7, low: null, high: null });
});

test("unscored is left out of the mean and counted, except where the metric is not about the scenario", () => {
  const rows = executions("ndcg@10", [
    ["S1", { value: 1 }],
    ["S2", { value: null, reason: "unanswerable" }],
    ["S3", { value: null, reason: "extraction_missing" }],
  ]);
  expect(estimateMean(rows, "ndcg@10", "x")).toEqual({ mean: 1, low: 0.05, high: 1, n: 1, unscored: 1 });
});

test("nothing scored has no mean, not 0", () => {
  expect(estimateMean([], "pass", "x")).toEqual({ mean: null, low: null, high: null, n: 0, unscored: 0 });
});

test("a metric that was not scored at all is a fault of the program", () => {
  expect(() => estimateMean(executions("pass", [["S1", { value: 1 }]]), "no_such", "x")).toThrow(RangeError);
});

test("the interval of a count is marked, that of a share never", () => {
  const of = (metric: string, numbers: readonly number[]) =>
    estimateMean(
      values(metric, numbers, (i) => `S${i}`),
      metric,
      "x",
    );
  const many = Array.from({ length: 200 }, (_, i) => i % 5);
  expect(of("tokens_in", many)).toMatchObject({ n: 200, doubted: true });
  expect(of("tokens_in", [3]).doubted).toBeUndefined();
  expect(
    of(
      "ndcg@10",
      many.map((value) => value / 5),
    ).doubted,
  ).toBeUndefined();
});

test("scenarios of one cluster are taken for one, as repeats of a scenario are", () => {
  const numbers = [1, 0, 1, 1, 0, 1, 1, 1];
  const repeated = values("pass", [...numbers, ...numbers], (i) => `S${i % 8}`);
  const clustered = values("pass", [...numbers, ...numbers], (i) => `S${i}`).map(({ scenario, ...rest }, i) => ({
    ...rest,
    scenario: i < 8 ? scenario : { ...scenario, cluster: `S${i - 8}` },
  }));
  expect(estimateMean(clustered, "pass", "x")).toEqual(estimateMean(repeated, "pass", "x"));
});

test("a cosine may be below zero: records that a graph finds may point away from the question", () => {
  const { mean, low, high } = estimateMean(
    values("top_cosine", [-0.4, 0.2, -0.1, 0.1], (i) => `S${i}`),
    "top_cosine",
    "x",
  );
  expect(mean).toBeCloseTo(-0.05, 9);
  expect([low! >= -1 && low! < -0.4, high! > 0.2 && high! <= 1]).toEqual([true, true]);
});

test("a sample that comes again has the interval that it had, by range, values and clusters, and none that was written into", () => {
  const of = (metric: string, numbers: readonly number[], clusters: number) =>
    estimateMean(
      values(metric, numbers, (i) => `again${i % clusters}`),
      metric,
      "x",
    );
  const first = of("pass", [1, 0, 1, 1], 4);
  const { low } = first;
  first.low = -1;
  expect(of("pass", [1, 0, 1, 1], 4).low).toBe(low);
  expect(of("pass", [1, 0, 1, 0], 4).low).not.toBe(low);
  expect(of("pass", [1, 0, 1, 1], 2).low).not.toBe(low);
  expect(of("top_cosine", [1, 0, 1, 1], 4)).not.toMatchObject({ low });
});
