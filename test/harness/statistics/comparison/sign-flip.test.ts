import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeRandom } from "../../../../db/base/random.ts";
import { signFlipTest } from "../../../../harness/statistics/comparison/sign-flip.ts";
import { AGREEMENT_DATA, column, expectClose, readExpected, readTable } from "../oracle.ts";

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

describe.skipIf(AGREEMENT_DATA === null)("sign flips on published data (skipped where ../shared is absent)", () => {
  test("Fisher's test on Darwin's maize: all 32,768 patterns", () => {
    const rows = readTable("classical-paired-tests", "darwin_maize.csv");
    const differences = column(rows, "cross").map((value, i) => value - column(rows, "self")[i]!);
    const [entry] = readExpected("classical-paired-tests", /^exact randomisation test/);
    const { p } = signFlipTest(differences, { random: random() })!;
    expectClose([(100 * p) / 2, 100 * p], entry!);
  });

  test("TREC-8: two-sided p of three pairs of runs within Monte Carlo error", () => {
    const rows = readTable("trec8-adhoc-ap", "adhoc8_ap.csv");
    const expected = readExpected("trec8-adhoc-ap", /^randomisation test .*two-sided/);
    for (const entry of expected) {
      const differences = column(rows, String(entry.on.experimental)).map(
        (value, i) => value - column(rows, String(entry.on.baseline))[i]!,
      );
      const { p } = signFlipTest(differences, { random: random(), permutations: 200_000 })!;
      const noise = 4 * Math.sqrt((p * (1 - p)) / 200_000);
      expectClose(p, { ...entry, tolerance: entry.tolerance + noise });
    }
    expect(expected.length).toBe(3);
  });
});
