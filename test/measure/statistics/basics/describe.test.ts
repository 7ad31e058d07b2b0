import { expect, test } from "vitest";
import { mean, median, quantile, standardDeviation } from "../../../../measure/statistics/basics/describe.ts";
import { normalQuantile, tQuantile, tTwoSidedP } from "../../../../measure/statistics/basics/distributions.ts";
import { holm } from "../../../../measure/statistics/comparison/holm.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { readExample } from "../../../oracles/published/data.ts";

const VALUES = [3.1, 0.2, 5.5, 1.0, 2.2, 9.9, 4.4];

test.each([
  [0, 0.2],
  [0.025, 0.32000000000000006],
  [0.25, 1.6],
  [0.5, 3.1],
  [0.9, 7.260000000000002],
  [0.975, 9.239999999999998],
  [1, 9.9],
])("the %f quantile is NumPy 2.4.6's default", (q, value) => {
  expect(quantile(VALUES, q)).toBeCloseTo(value, 14);
});

test("nothing has no mean, quantile or deviation; one value has no deviation", () => {
  expect([mean([]), median([]), quantile([], 0.3), standardDeviation([]), standardDeviation([4])]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(standardDeviation([2, 4])).toBeCloseTo(Math.SQRT2, 14);
  expect(() => quantile([1], 1.5)).toThrow(RangeError);
});

test("a list is not sorted in place", () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test.each([
  [2.1, 16, 0.05194057177752561, 2.1199052992212546],
  [0, 5, 1, 2.5705818356363146],
  [-3.3, 1, 0.18731554186375868, 12.706204736174694],
  [0.5, 2.5, 0.6576979198697148, 3.5746548420036817],
])("t = %f with %f degrees of freedom: p and the .975 quantile are scipy 1.17.1's", (t, df, p, quantileValue) => {
  expect(tTwoSidedP(t, df)).toBeCloseTo(p, 12);
  expect(tQuantile(0.975, df)).toBeCloseTo(quantileValue, 8);
});

test("far tails keep their size (scipy 1.17.1: 1.5084e-28)", () => {
  expect(tTwoSidedP(12, 400) / 1.508426338306566e-28).toBeCloseTo(1, 9);
  expect(normalQuantile(1e-6)).toBeCloseTo(-4.753424308822899, 10);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
});

test("Holm: the docstring's example, order kept, nulls left out of the family", () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([null, 0.04, null, 0.01])).toEqual([null, 0.04, null, 0.02]);
  expect(holm([])).toEqual([]);
});

test("Holm equals R's multtest and statsmodels", () => {
  const { cases } = readExample<{ cases: { p?: number[]; holm?: number[]; holm_sorted_by_p?: number[] }[] }>(
    "holm_multiple_testing",
  );
  for (const { p, holm: asGiven, holm_sorted_by_p: sorted } of nonEmpty(cases)) {
    if (p === undefined) continue;
    const adjusted = holm(asGiven ? p : [...p].sort((a, b) => a - b));
    expect(adjusted).toEqual((asGiven ?? sorted)!.map((value) => expect.closeTo(value, 10)));
  }
});
