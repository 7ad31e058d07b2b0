import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom } from "../../../../db/base/random.ts";
import { testAllPairs } from "../../../../harness/statistics/comparison/all-pairs.ts";
import { signFlipTest } from "../../../../harness/statistics/comparison/sign-flip.ts";

const sampling = () => ({ random: makeRandom("all-pairs"), permutations: 20_000 });

test("p of each pair is the exact one up to Monte Carlo error, equal systems have p 1", () => {
  const values = [
    [0.9, 0.7, 0.8, 0.6, 0.9, 0.4, 0.3, 1],
    [0.1, 0.7, 0.3, 0.5, 0.6, 0.1, 0.2, 0.9],
    [0.9, 0.7, 0.8, 0.6, 0.9, 0.4, 0.3, 1],
  ];
  for (const { first, second, p, difference } of testAllPairs(values, sampling())) {
    const exact = signFlipTest(
      values[first]!.map((value, unit) => value - values[second]![unit]!),
      { random: makeRandom("unused") },
    )!;
    expect(exact.exact).toBe(true);
    expect(difference).toBeCloseTo(exact.difference, 12);
    expect(Math.abs(p! - exact.p)).toBeLessThan(0.015);
  }
  expect(testAllPairs(values, sampling()).find(({ first, second }) => first === 0 && second === 2)?.p).toBe(1);
});

test("a missing value leaves only its pairs' units out", () => {
  const [one, two] = testAllPairs(
    [
      [1, 2, null],
      [0, 0, 0],
      [1, null, null],
    ],
    sampling(),
  );
  expect([one?.n, one?.difference]).toEqual([2, 1.5]);
  expect([two?.n, two?.difference]).toEqual([1, 0]);
});

test("Holm runs over all pairs; no unit in common is no test", () => {
  const tests = testAllPairs(
    [
      [1, null],
      [null, 1],
      [0, 0],
    ],
    sampling(),
  );
  expect(tests.map(({ p }) => p === null)).toEqual([true, false, false]);
  expect(tests[1]!.holmP).toBe(Math.min(1, 2 * Math.min(tests[1]!.p!, tests[2]!.p!)));
});

test("the same seed gives the same p, and the order of systems only turns signs", () => {
  const rows = fc.array(fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(rows, (values) => {
      const options = () => ({ random: makeRandom("order"), permutations: 200 });
      const forward = testAllPairs(values, options());
      expect(testAllPairs(values, options())).toEqual(forward);
      const backward = testAllPairs(values.toReversed(), options());
      const last = values.length - 1;
      for (const { first, second, p, difference } of forward) {
        const mirror = backward.find((pair) => pair.first === last - second && pair.second === last - first)!;
        expect(mirror.p).toBe(p);
        expect(mirror.difference).toBeCloseTo(-difference!, 9);
      }
    }),
    { numRuns: 50 },
  );
});
