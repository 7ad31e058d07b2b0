import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { signFlipTest } from "../../../../measure/statistics/comparison/sign-flip.ts";

const random = () => makeRandom("permutation test");

test("small samples are exact (scipy 1.17.1 permutation_test: 0.34375)", () => {
  const result = signFlipTest([0.1, -0.2, 0.3, 0.05, 0, 0.4, -0.05], { random: random() })!;
  expect(result.exact).toBe(true);
  expect(result.p).toBeCloseTo(0.34375, 12);
});

test("all differences 0 give p = 1, none at all gives null", () => {
  expect(signFlipTest([0, 0, 0], { random: random() })).toMatchObject({ p: 1, difference: 0 });
  expect(signFlipTest([], { random: random() })).toBeNull();
});

test("a sampled p is never 0 and equal for equal seeds", () => {
  const differences = Array.from({ length: 30 }, () => 1);
  const [first, second] = [1, 2].map(() => signFlipTest(differences, { random: random(), permutations: 999 })!);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ p: 1 / 1000, exact: false });
});

test("p does not change with the sign of all differences", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 10 }), (values) => {
      const p = (list: number[]) => signFlipTest(list, { random: random() })!.p;
      return p(values) === p(values.map((value) => -value));
    }),
  );
});

test("p is uniform under the null: at most 5 % + noise below 0.05, exact and sampled", () => {
  for (const n of [10, 20]) {
    const draw = makeRandom("null", n);
    const ps = Array.from({ length: 1000 }, () => {
      const differences = Array.from({ length: n }, () => draw() - 0.5);
      return signFlipTest(differences, { random: draw, permutations: 199 })!.p;
    });
    const share = ps.filter((p) => p <= 0.05).length / ps.length;
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.07);
  }
});
