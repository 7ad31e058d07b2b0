import fc from "fast-check";
import { expect, test } from "vitest";
import { midranks } from "../../../../measure/statistics/basics/ranks.ts";
import { kendall } from "../../../../measure/statistics/correlation/kendall.ts";
import { correlationP, pearson } from "../../../../measure/statistics/correlation/pearson.ts";
import { spearman, spearmanP, weightedSpearman } from "../../../../measure/statistics/correlation/spearman.ts";
import { symmetricTauAp, tauAp } from "../../../../measure/statistics/correlation/tau-ap.ts";

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

test("Kendall on tuna (Hollander & Wolfe 1973): 26 concordant pairs, tau .4444, exact p .1194", () => {
  const l = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1];
  const panel = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8];
  const result = kendall(l, panel)!;
  expect([result.concordant, result.exact]).toEqual([26, true]);
  expect([result.tauB, result.p]).toEqual([expect.closeTo(0.4444444, 6), expect.closeTo(0.1194389329, 9)]);
});

test("fast counting of pairs is the slow one, ties and all", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
        minLength: 2,
        maxLength: 30,
      }),
      (pairs) => {
        let [concordant, discordant] = [0, 0];
        pairs.forEach(([a, b], i) => {
          for (const [c, d] of pairs.slice(0, i)) {
            const order = Math.sign(a - c) * Math.sign(b - d);
            if (order > 0) concordant++;
            if (order < 0) discordant++;
          }
        });
        const result = kendall(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        )!;
        return result.concordant === concordant && result.discordant === discordant;
      },
    ),
  );
});

test("tau_AP is 1 for the same order, -1 for the reverse, and refuses ties", () => {
  expect(tauAp([1, 2, 3, 4], [10, 20, 30, 40])).toBe(1);
  expect(tauAp([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1);
  expect(() => tauAp([1, 1], [1, 2])).toThrow(RangeError);
  expect(symmetricTauAp([1], [1])).toBeNull();
});
