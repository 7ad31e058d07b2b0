import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom, randomInteger } from "../../../../base/random.ts";
import { cohenKappa } from "../../../../measure/statistics/agreement/cohen-kappa.ts";
import { krippendorffAlpha } from "../../../../measure/statistics/agreement/krippendorff.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { weightedSpearman } from "../../../../measure/statistics/correlation/spearman.ts";
import { bcaLimits } from "../../../../measure/statistics/intervals/bca.ts";
import { bootstrapInterval, bootstrapMeanInterval } from "../../../../measure/statistics/intervals/bootstrap.ts";
import {
  type PairedStatistic,
  pairedBootstrapInterval,
} from "../../../../measure/statistics/intervals/paired-bootstrap-interval.ts";
import { wilsonInterval } from "../../../../measure/statistics/intervals/wilson.ts";

test.each([
  [8, 10, 0.95, 0.4901624715366418, 0.9433178485456248],
  [0, 14, 0.95, 0, 0.2153108027376358],
  [14, 14, 0.95, 0.7846891972623642, 1],
  [34, 52, 0.95, 0.5180355424727014, 0.7684899233353408],
  [1, 1, 0.95, 0.20654931437723745, 1],
  [500, 1000, 0.99, 0.45940700521208483, 0.5405929947879151],
])("Wilson for %d of %d at %f is scipy 1.17.1's", (successes, n, level, low, high) => {
  const interval = wilsonInterval(successes, n, level)!;
  expect(interval.low).toBeCloseTo(low, 12);
  expect(interval.high).toBeCloseTo(high, 12);
});

test("Wilson has no interval for 0 of 0 and refuses 3 of 2", () => {
  expect(wilsonInterval(0, 0)).toBeNull();
  expect(() => wilsonInterval(3, 2)).toThrow(RangeError);
});

test("Wilson holds the share and stays within 0 and 1", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (a, b) => {
      const [k, n] = [Math.min(a, b), Math.max(a, b)];
      if (n === 0) return true;
      const { low, high } = wilsonInterval(k, n)!;
      return low >= 0 && high <= 1 && low <= k / n && k / n <= high;
    }),
  );
});

test("the bootstrap of a mean by weights and by cluster sums give the same limits up to rounding", () => {
  const draw = makeRandom("data");
  const values = Array.from({ length: 60 }, () => draw());
  const clusters = values.map((_, i) => String(i % 12));
  const options = () => ({ clusters, random: makeRandom("same") });
  const weighted = (weights: Uint32Array) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return values.reduce((sum, value, i) => sum + value * weights[i]!, 0) / total;
  };
  const slow = bootstrapInterval({ ...options(), statistic: weighted });
  const fast = bootstrapMeanInterval(values, options());
  expect(fast.low).toBeCloseTo(slow.low!, 10);
  expect(fast.high).toBeCloseTo(slow.high!, 10);
});

test("fewer than five clusters, or a statistic that is mostly undefined, has no interval", () => {
  const random = makeRandom("none");
  expect(bootstrapMeanInterval([1, 2, 3, 4], { clusters: ["a", "b", "c", "d"], random })).toEqual({
    low: null,
    high: null,
  });
  const clusters = ["a", "b", "c", "d", "e"];
  expect(bootstrapInterval({ clusters, statistic: () => null, random })).toEqual({ low: null, high: null });
});

test("equal seeds give equal limits, equal values none, for they show no spread", () => {
  const clusters = Array.from({ length: 9 }, (_, i) => `S${i}`);
  const values = clusters.map((_, i) => i ** 2);
  const once = () => bootstrapMeanInterval(values, { clusters, random: makeRandom("seed") });
  expect(once()).toEqual(once());
  expect(
    bootstrapMeanInterval(
      values.map(() => 7),
      { clusters, random: makeRandom(1) },
    ),
  ).toEqual({ low: null, high: null });
});

// Three correlated values a scenario; what ignores scenarios covers about 75 %, plain percentiles 91.5 % of 14.
test.each([38, 14])(
  "with %d scenarios the clustered interval of a mean at .95 covers the truth in .93 to .97 of 1,000 simulations",
  (scenarios) => {
    const draw = makeRandom("coverage", scenarios);
    let covered = 0;
    for (let simulation = 0; simulation < 1000; simulation++) {
      const effects = Array.from({ length: scenarios }, () => draw() + draw() - 1);
      const values = effects.flatMap((effect) => [0, 1, 2].map(() => effect + 0.5 * (draw() - 0.5)));
      const clusters = effects.flatMap((_, i) => [0, 1, 2].map(() => String(i)));
      const { low, high } = bootstrapMeanInterval(values, { clusters, random: draw, resamples: 400 });
      if (low! <= 0 && high! >= 0) covered++;
    }
    expect(covered / 1000).toBeGreaterThan(0.93);
    expect(covered / 1000).toBeLessThan(0.97);
  },
);

test("a resample draws as many clusters as there are", () => {
  const random = makeRandom("count");
  const clusters = Array.from({ length: 20 }, () => String(randomInteger(random, 7)));
  const sizes = new Set<number>();
  const distinct = new Set(clusters);
  bootstrapInterval({
    clusters,
    random,
    resamples: 50,
    statistic: (weights) => {
      const drawn = new Map(clusters.map((cluster, i) => [cluster, weights[i]!]));
      sizes.add([...drawn.values()].reduce((sum, weight) => sum + weight, 0));
      return mean([...weights]);
    },
  });
  expect([...sizes]).toEqual([distinct.size]);
});

/** Ratings from 1 to 5 of so many observations in 12 clusters, and another that mostly agrees. */
function ratedPairs(n: number) {
  const draw = makeRandom("ratings", n);
  const a = Array.from({ length: n }, () => 1 + randomInteger(draw, 5));
  const b = a.map((value) => (draw() < 0.7 ? value : 1 + randomInteger(draw, 5)));
  return { a, b, clusters: a.map((_, i) => `c${i % 12}`) };
}
const rated = (n: number, statistic: PairedStatistic, counts: boolean) => {
  const pairs = ratedPairs(n);
  const told = pairedBootstrapInterval(pairs, { statistic, counts, random: makeRandom("paired") });
  const [{ clusters }, one] = [pairs, statistic(pairs.a, pairs.b)];
  return { told, each: bootstrapInterval({ clusters, statistic: one, random: makeRandom("paired") }) };
};

test("of statistics of counts, equal pairs told once give the same limits to the last bit", () => {
  const kappa: PairedStatistic = (a, b) => (weights) => cohenKappa(a, b, { weights, categories: [1, 2, 3, 4, 5] });
  const alpha: PairedStatistic = (a, b) => (weights) =>
    krippendorffAlpha(
      a.map((value, i) => [value, b[i]!]),
      { level: "ordinal", weights },
    );
  for (const statistic of [kappa, alpha]) {
    const { told, each } = rated(300, statistic, true);
    expect(told.low).not.toBeNull();
    expect(told).toEqual(each);
  }
});

test("of sums of fractions, few pairs are added one by one, and 10,000 give the same limits up to rounding", () => {
  const few = rated(300, weightedSpearman, false);
  expect(few.told).toEqual(few.each);
  const { told, each } = rated(10_000, weightedSpearman, false);
  expect(told.low).toBeCloseTo(each.low!, 12);
  expect(told.high).toBeCloseTo(each.high!, 12);
});

test("replicates that differ in their last bits only make no interval", () => {
  const replicates = [-0.2, -0.19999999999999998, -0.2, -0.19999999999999998];
  const limits = bcaLimits({ estimate: -0.19999999999999998, replicates, jackknife: replicates, z: 1.96 });
  expect(limits).toEqual({ low: null, high: null });
});
