import fc from "fast-check";
import { expect, test } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { testAllPairs } from "../../../../measure/statistics/comparison/all-pairs.ts";
import { boundedMeanTest } from "../../../../measure/statistics/comparison/bounded-mean-test.ts";
import { stepDownMaxT } from "../../../../measure/statistics/comparison/max-t.ts";
import { signFlipTest } from "../../../../measure/statistics/comparison/sign-flip.ts";

/** So many systems on 52 scenarios, each with scenario and noise of its own; the second half is better by `lead`. */
function systems(count: number, lead: number, seed: number): number[][] {
  const random = makeRandom("systems", count, seed);
  const scenarios = Array.from({ length: 52 }, () => 0.2 * random());
  return Array.from({ length: count }, (_, at) =>
    scenarios.map((level) => level + 0.4 * random() + (2 * at < count ? 0 : lead)),
  );
}

/** Pairs across the halves that are distinguished, and pairs within a half. */
function significant(count: number, ps: readonly (number | null)[]): { across: number; within: number } {
  const places = Array.from({ length: count }, (_, at) => at);
  const pairs = places.flatMap((a) => places.slice(a + 1).map((b) => 2 * a < count && 2 * b >= count));
  const share = (across: boolean) => {
    const own = ps.filter((_, at) => pairs[at] === across);
    return own.filter((p) => p !== null && p < 0.05).length / own.length;
  };
  return { across: share(true), within: share(false) };
}

test.each([40, 64, 128])("of %i systems those that differ are told apart, and no others", (count) => {
  const tests = testAllPairs(systems(count, 0.4, 1));
  const { across, within } = significant(
    count,
    tests.map(({ holmP }) => holmP),
  );
  expect(across).toBeGreaterThan(0.99);
  expect(within).toBe(0);
});

test("step-down max-T tells 40 systems apart with 1,000 permutations, of which none alone is small enough for Holm", () => {
  const { adjusted, smallestP } = stepDownMaxT(systems(40, 0.4, 1), {
    random: makeRandom("flips"),
    permutations: 1000,
  });
  expect(smallestP * adjusted.length).toBeGreaterThan(0.05);
  expect(significant(40, adjusted)).toEqual({ across: 1, within: 0 });
});

test("where nothing differs, any of 45 pairs is told apart in at most one family of twenty, by Holm and by max-T", () => {
  const families = Array.from({ length: 200 }, (_, seed) => systems(10, 0, seed));
  const any = (ps: readonly (number | null)[]) => ps.some((p) => p !== null && p <= 0.05);
  const holm = families.filter((values) => any(testAllPairs(values).map(({ holmP }) => holmP)));
  const maxT = families.filter((values, seed) =>
    any(stepDownMaxT(values, { random: makeRandom("null", seed), permutations: 199 }).adjusted),
  );
  expect(holm.length).toBeLessThanOrEqual(17);
  expect(maxT.length).toBeLessThanOrEqual(17);
});

test("of two systems max-T is the sign-flip test", () => {
  const values = [
    [0.9, 0.7, 0.8, 0.6, 0.9, 0.4, 0.3, 1],
    [0.1, 0.7, 0.3, 0.5, 0.6, 0.6, 0.2, 0.9],
  ];
  const exact = signFlipTest(
    values[0]!.map((value, unit) => value - values[1]![unit]!),
    { random: makeRandom("unused") },
  )!;
  const { adjusted } = stepDownMaxT(values, { random: makeRandom("two"), permutations: 20_000 });
  expect(Math.abs(adjusted[0]! - exact.p)).toBeLessThan(0.01);
});

test("a missing value leaves only its pairs' units out", () => {
  const [one, two] = testAllPairs([
    [1, 0.5, null],
    [0, 0, 0],
    [1, null, null],
  ]);
  expect([one?.n, one?.difference]).toEqual([2, 0.75]);
  expect([two?.n, two?.difference]).toEqual([1, 0]);
});

test("Holm runs over all pairs; no unit in common is no test, equal systems have p 1", () => {
  const tests = testAllPairs([
    [1, 1, 1, null],
    [null, null, null, 1],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(tests.map(({ p }) => p === null)).toEqual([true, false, false, false, false, false]);
  expect(tests[1]!.holmP).toBe(Math.min(1, 5 * tests[1]!.p!));
  expect(tests[5]).toMatchObject({ difference: 0, p: 1, holmP: 1 });
});

test("the order of systems only turns signs", () => {
  const rows = fc.array(fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    minLength: 2,
    maxLength: 4,
  });
  fc.assert(
    fc.property(rows, (values) => {
      const backward = testAllPairs(values.toReversed());
      const last = values.length - 1;
      for (const { first, second, p, difference } of testAllPairs(values)) {
        const mirror = backward.find((pair) => pair.first === last - second && pair.second === last - first)!;
        expect(mirror.p).toBeCloseTo(p!, 12);
        expect(mirror.difference).toBeCloseTo(-difference!, 9);
      }
    }),
    { numRuns: 50 },
  );
});

test("p is that of the test of a mean", () => {
  const [pair] = testAllPairs([
    [0.9, 0.2, 0.7],
    [0.4, 0.3, 0.1],
  ]);
  expect(pair!.p).toBe(boundedMeanTest([0.5, -0.09999999999999998, 0.6], { range: { low: -1, high: 1 } })!.p);
});
