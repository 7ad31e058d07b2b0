import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { binomialCdf } from "../../../../measure/statistics/basics/distributions.ts";
import {
  boundedMeanTest,
  DIFFERENCE_OF_SHARES,
  fewestFor,
  smallestP,
} from "../../../../measure/statistics/comparison/bounded-mean-test.ts";

const range = DIFFERENCE_OF_SHARES;
const test0 = (values: readonly number[]) => boundedMeanTest(values, { range })!;

test("of passed and failed it is the exact binomial test", () => {
  for (const [k, n, share] of [
    [3, 10, 0.5],
    [0, 14, 0.2],
    [38, 38, 0.9],
    [200, 500, 0.45],
  ] as const) {
    const values = Array.from({ length: n }, (_, i) => Number(i < k));
    const { pLess, pGreater } = boundedMeanTest(values, { range: { low: 0, high: 1 }, mean: share })!;
    expect(pLess).toBeCloseTo(binomialCdf(k, n, share), 10);
    expect(pGreater).toBeCloseTo(1 - binomialCdf(k - 1, n, share), 10);
  }
});

test("a small loss in every one of six scenarios proves nothing: a gain of 1 in one of eleven could be there", () => {
  expect(test0(new Array<number>(6).fill(-0.1)).pLess).toBeCloseTo((10 / 11) ** 6, 12);
});

/** Chance that a true mean of 0 is called a loss (a gain) at 2.5 %, over all samples of this two-point population. */
function errorRate(n: number, { gain, loss }: { gain: number; loss: number }): number {
  const chance = loss / (gain + loss);
  const shareOf = (k: number) => binomialCdf(k, n, chance) - binomialCdf(k - 1, n, chance);
  const rejected = Array.from({ length: n + 1 }, (_, k) => {
    const { pLess, pGreater } = test0(Array.from({ length: n }, (__, i) => (i < k ? gain : -loss)));
    return Math.min(pLess, pGreater) <= 0.025 ? shareOf(k) : 0;
  });
  return rejected.reduce((sum, share) => sum + share, 0);
}

test.each([6, 14, 38, 100])(
  "with %d scenarios few large gains and many small losses are taken for a change in one run of twenty at most",
  (n) => {
    for (const gain of [0.9, 0.5, 0.2]) expect(errorRate(n, { gain, loss: gain / 9 })).toBeLessThanOrEqual(0.05);
  },
);

test("the smallest p is that of all values at the end, and says how many values a level needs", () => {
  expect(test0(new Array<number>(9).fill(-1)).p).toBeCloseTo(smallestP(9, { range }), 12);
  for (const level of [0.05, 0.05 / 3, 0.05 / 8128]) {
    const n = fewestFor(level, { range });
    expect(smallestP(n, { range })).toBeLessThanOrEqual(level);
    expect(smallestP(n - 1, { range })).toBeGreaterThan(level);
  }
});

test("turning all values around exchanges the sides, a worse value never makes the loss less sure", () => {
  const value = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (list, down) => {
        const one = test0(list);
        const other = test0(list.map((x) => -x));
        expect(other.pLess).toBeCloseTo(one.pGreater, 10);
        const worse = [Math.max(-1, list[0]! - down), ...list.slice(1)];
        expect(test0(worse).pLess).toBeLessThanOrEqual(one.pLess + 1e-10);
      },
    ),
  );
});

test("no value is no test, one out of range is an error, all 0 is p = 1", () => {
  expect(boundedMeanTest([], { range })).toBeNull();
  expect(() => test0([0, 1.5])).toThrow(RangeError);
  expect(test0([0, 0, 0]).p).toBe(1);
});

test("38 questions in ten clusters: the true mean is refused in 5 % of samples, taken as independent in over a quarter", () => {
  const sizes = [7, 6, 5, 5, 4, 3, 3, 2, 2, 1];
  const clusters = sizes.flatMap((size, i) => Array<string>(size).fill(`c${i}`));
  const random = makeRandom("clustered questions");
  const samples = Array.from({ length: 400 }, () => {
    const passed = sizes.map(() => Number(random() < 0.6));
    return sizes.flatMap((size, i) => Array<number>(size).fill(passed[i]!));
  });
  const refused = (known?: readonly string[]) =>
    samples.filter((values) => {
      const test = boundedMeanTest(values, { range: { low: 0, high: 1 }, mean: 0.6, clusters: known })!;
      return test.p <= 0.05;
    }).length / samples.length;
  expect(refused(clusters)).toBeLessThanOrEqual(0.05);
  expect(refused()).toBeGreaterThan(0.25);
});
