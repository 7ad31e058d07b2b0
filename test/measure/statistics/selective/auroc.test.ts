import fc from "fast-check";
import { expect, test } from "vitest";
import { kendallW, kendallWUncorrected } from "../../../../measure/statistics/agreement/kendall-w.ts";
import { replicateLimits } from "../../../../measure/statistics/agreement/replicate-limits.ts";
import { cochranQ } from "../../../../measure/statistics/comparison/cochran-q.ts";
import { mcnemar } from "../../../../measure/statistics/comparison/mcnemar.ts";
import { auroc, compareAuroc } from "../../../../measure/statistics/selective/auroc.ts";

const labels = [true, true, true, false, false, false, false];
const scores = [0.9, 0.4, 0.7, 0.4, 0.2, 0.8, 0.1];

test("AUROC is the share of pairs in the right order, ties half; DeLong's variance by its definition", () => {
  const order = (x: number, y: number) => (x > y ? 1 : x === y ? 0.5 : 0);
  const [positive, negative] = [scores.slice(0, 3), scores.slice(3)];
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const rows = positive.map((x) => mean(negative.map((y) => order(x, y))));
  const columns = negative.map((y) => mean(positive.map((x) => order(x, y))));
  const variance = (list: number[]) =>
    list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0) / (list.length - 1);
  const result = auroc(scores, labels)!;
  expect(result.auroc).toBeCloseTo(mean(rows), 12);
  expect(result.standardError ** 2).toBeCloseTo(variance(rows) / 3 + variance(columns) / 4, 12);
});

test("turning the scores around turns the AUROC around; a score against itself does not differ", () => {
  const list = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(list, (values) => {
      const own = auroc(values, labels)!;
      const turned = auroc(
        values.map((value) => -value),
        labels,
      )!;
      expect(own.auroc + turned.auroc).toBeCloseTo(1, 12);
      expect(compareAuroc(values, values, labels)).toBeNull();
    }),
  );
});

test("perfect separation has no interval by DeLong, one kind of case no AUROC", () => {
  expect(auroc([3, 3, 3, 1, 1, 1, 1], labels)).toMatchObject({ auroc: 1, low: null, high: null });
  expect(auroc([1, 2], [true, true])).toBeNull();
});

test("Cochran's Q of two treatments is McNemar's chi-square without correction; blocks that agree say nothing", () => {
  const blocks = [...Array(9).fill([1, 0]), ...Array(3).fill([0, 1]), ...Array(5).fill([1, 1])];
  const q = cochranQ(blocks)!;
  expect(q.q).toBeCloseTo(mcnemar(9, 3)!.chiSquare!, 12);
  expect(q).toMatchObject({ degreesOfFreedom: 1, informative: 12 });
  expect(cochranQ([[1, 1, 1]])).toBeNull();
  expect(cochranQ([[1, 2]])).toBeNull();
});

test("W without the correction for ties equals the corrected one without ties and is smaller with them", () => {
  const plain = [
    [1, 2, 1],
    [2, 1, 3],
    [3, 3, 2],
    [4, 4, 4],
  ];
  expect(kendallWUncorrected(plain)).toBeCloseTo(kendallW(plain)!.w, 12);
  const tied = [
    [1, 1],
    [1, 1],
    [2, 2],
    [3, 3],
  ];
  expect(kendallW(tied)!.w).toBeCloseTo(1, 12);
  expect(kendallWUncorrected(tied)).toBeCloseTo(0.9, 12);
});

test("limits for replicates add what the means averaged away (Bland & Altman 1999, 5.1, by hand)", () => {
  const limits = replicateLimits(
    [
      [1, 3],
      [5, 7],
      [9, 11],
    ],
    [
      [1, 1],
      [3, 3],
      [8, 8],
    ],
  )!;
  // Means differ by 1, 3, 2: variance 1. Within: 2 and 0; two replicates average half of it away.
  expect(limits).toMatchObject({ bias: 2, varianceOfMeans: 1, withinFirst: 2, withinSecond: 0, subjects: 3 });
  expect(limits.sd).toBeCloseTo(Math.SQRT2, 12);
  expect(replicateLimits([[1], [2]], [[1], [2]])).toBeNull();
});
