import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedMeanTest } from "../../../../measure/statistics/comparison/bounded-mean-test.ts";
import { boundedMeanInterval } from "../../../../measure/statistics/intervals/bounded-mean.ts";

const range = { low: 0, high: 1 };
const shares = (k: number, n: number) => Array.from({ length: n }, (_, i) => Number(i < k));

test.each([
  [8, 10, 0.4439045376923585, 0.9747892736731666],
  [0, 14, 0, 0.2316357637022698],
  [38, 38, 0.9074872385840993, 1],
  [250, 500, 0.45528556932426506, 0.5447144306757349],
])("of %d passed of %d it is Clopper & Pearson's (scipy 1.17.1)", (k, n, low, high) => {
  const interval = boundedMeanInterval(shares(k, n), { range, coverage: "at least" });
  expect(interval.low).toBeCloseTo(low, 8);
  expect(interval.high).toBeCloseTo(high, 8);
});

test("at the ceiling it keeps a width: 38 of 38 with half of the end's own probability is 1 - .05^(1/38)", () => {
  const { low, high } = boundedMeanInterval(shares(38, 38), { range });
  expect(low).toBeCloseTo(0.05 ** (1 / 38), 8);
  expect(high).toBe(1);
});

test.each([undefined, ["a", "a", "b", "b", "c", "d", "e", "a"]])(
  "its ends are where the test of the same clusters (%j) begins to reject",
  (clusters) => {
    const values = [0.2, 0.9, 1, 1, 0.55, 0.4, 1, 0.7];
    const { low, high } = boundedMeanInterval(values, { range, clusters, coverage: "at least" });
    expect(boundedMeanTest(values, { range, clusters, mean: low! })?.pGreater).toBeCloseTo(0.025, 6);
    expect(boundedMeanTest(values, { range, clusters, mean: high! })?.pLess).toBeCloseTo(0.025, 6);
  },
);

test("repeats of a scenario add nothing, and a scenario of one repeat counts for less than one of three", () => {
  const values = [0.2, 0.9, 1, 0.55, 0.4, 0.7];
  const clusters = values.map((_, i) => `s${i}`);
  const twice = boundedMeanInterval([...values, ...values], { range, clusters: [...clusters, ...clusters] });
  expect(twice).toEqual(boundedMeanInterval(values, { range }));
  const uneven = boundedMeanInterval([0, 1, 1, 1, 1, 0, 0], { range, clusters: ["a", "b", "b", "b", "c", "d", "e"] });
  const even = boundedMeanInterval([0, 1, 1, 0, 0], { range });
  expect(uneven.high! - uneven.low!).toBeGreaterThan(even.high! - even.low!);
});

test("it holds the mean, stays in the range, and is wider where it promises more", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }), (values) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const narrow = boundedMeanInterval(values, { range });
      const wide = boundedMeanInterval(values, { range, coverage: "at least" });
      expect(narrow.low!).toBeLessThanOrEqual(mean + 1e-8);
      expect(narrow.high!).toBeGreaterThanOrEqual(mean - 1e-8);
      expect(wide.low!).toBeLessThanOrEqual(narrow.low! + 1e-8);
      expect(wide.high!).toBeGreaterThanOrEqual(narrow.high! - 1e-8);
      expect(wide.low! >= 0 && wide.high! <= 1).toBe(true);
    }),
    { numRuns: 60 },
  );
});
