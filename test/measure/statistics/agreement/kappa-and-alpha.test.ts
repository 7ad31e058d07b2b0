import fc from "fast-check";
import { expect, test } from "vitest";
import { cohenKappa } from "../../../../measure/statistics/agreement/cohen-kappa.ts";
import { krippendorffAlpha } from "../../../../measure/statistics/agreement/krippendorff.ts";

const ratings = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })), {
  minLength: 2,
  maxLength: 40,
});

test("perfect agreement gives 1, one category only gives null", () => {
  expect(cohenKappa([1, 2, 3], [1, 2, 3])).toBe(1);
  expect(
    krippendorffAlpha(
      [
        [1, 1],
        [2, 2],
      ],
      { level: "ordinal" },
    ),
  ).toBe(1);
  expect(cohenKappa([2, 2], [2, 2])).toBeNull();
  expect(krippendorffAlpha([[2, 2]], { level: "nominal" })).toBeNull();
  expect(
    krippendorffAlpha(
      [
        [1, null],
        [null, 2],
      ],
      { level: "nominal" },
    ),
  ).toBeNull();
});

test("neither depends on who is called first", () => {
  fc.assert(
    fc.property(ratings, (pairs) => {
      const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
      const close = (x: number | null, y: number | null) => (x === null ? y === null : Math.abs(x - y!) < 1e-9);
      const swapped = pairs.map(([x, y]) => [y, x]);
      return (
        close(cohenKappa(a, b), cohenKappa(b, a)) &&
        close(krippendorffAlpha(pairs, { level: "ordinal" }), krippendorffAlpha(swapped, { level: "ordinal" }))
      );
    }),
  );
});

test("a weight of k is the same as the pair written k times", () => {
  fc.assert(
    fc.property(ratings, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), (pairs, stream) => {
      const weights = pairs.map(() => stream.next().value as number);
      fc.pre(weights.some((weight) => weight > 0));
      const repeated = pairs.flatMap((pair, i) => Array.from({ length: weights[i]! }, () => pair));
      const side = (list: readonly (readonly [number, number])[], i: 0 | 1) => list.map((pair) => pair[i]);
      const categories = [1, 2, 3, 4, 5];
      const kappas = [
        cohenKappa(side(pairs, 0), side(pairs, 1), { weights, categories }),
        cohenKappa(side(repeated, 0), side(repeated, 1), { categories }),
      ];
      const alphas = [
        krippendorffAlpha(pairs, { level: "ordinal", weights }),
        krippendorffAlpha(repeated, { level: "ordinal" }),
      ];
      return [kappas, alphas].every(([x, y]) => (x === null ? y === null : Math.abs(x! - y!) < 1e-9));
    }),
  );
});
