import fc from "fast-check";
import { expect, test } from "vitest";
import { midranks } from "../../../../harness/statistics/basics/ranks.ts";
import { correlationP, pearson } from "../../../../harness/statistics/correlation/pearson.ts";
import { spearman, spearmanP, weightedSpearman } from "../../../../harness/statistics/correlation/spearman.ts";

const A = [1, 2, 2, 4, 5, 5, 7, 8, 9, 10];
const B = [2, 1, 3, 3, 5, 7, 6, 6, 10, 9];

test("values with ties equal scipy 1.17.1's spearmanr and pearsonr", () => {
  expect(spearman(A, B)).toBeCloseTo(0.9049079754601229, 14);
  expect(spearmanP(A, B)).toBeCloseTo(0.0003185040079830223, 14);
  expect(pearson(A, B)).toBeCloseTo(0.9123235183999463, 14);
  expect(correlationP(pearson(A, B)!, 10)).toBeCloseTo(0.00023231060190382843, 14);
});

test("up to 8 pairs p is exact: the share of all orders (enumerated with scipy 1.17.1 ranks)", () => {
  expect(spearmanP([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5])).toBeCloseTo(0.058333333333333334, 14);
  expect(spearmanP([1, 2, 2, 4, 5], [3, 1, 2, 2, 5])).toBeCloseTo(0.7166666666666667, 14);
});

test("a constant side has no correlation, two points correlate fully", () => {
  expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(spearmanP([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(pearson([1, 2], [5, 3])).toBe(-1);
  expect(pearson([], [])).toBeNull();
});

test("midranks of ties share the mean and add up to n (n + 1) / 2", () => {
  expect([...midranks([3, 1, 3, 2, 3, 1])]).toEqual([5, 1.5, 5, 3, 5, 1.5]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), (values) => {
      const sum = midranks(values).reduce((total, rank) => total + rank, 0);
      return sum === (values.length * (values.length + 1)) / 2;
    }),
  );
});

test("weights are repetitions; monotone maps change nothing", () => {
  const pairs = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 })),
    {
      minLength: 3,
    },
  );
  fc.assert(
    fc.property(pairs, (rows) => {
      const repeated = rows.flatMap(([x, y, weight]) => Array.from({ length: weight }, () => [x, y] as const));
      fc.pre(repeated.length > 1);
      const weighted = weightedSpearman(
        rows.map(([x]) => x),
        rows.map(([, y]) => y),
      )(rows.map(([, , weight]) => weight));
      const plain = spearman(
        repeated.map(([x]) => x),
        repeated.map(([, y]) => y ** 3 - 4),
      );
      return weighted === null ? plain === null : Math.abs(weighted - plain!) < 1e-9;
    }),
  );
});
