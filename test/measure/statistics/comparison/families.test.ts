import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { boundedEquivalence, equivalenceTest } from "../../../../measure/statistics/comparison/equivalence.ts";
import { maxTIntervals, stepDownMaxT } from "../../../../measure/statistics/comparison/max-t.ts";
import { randomisedTukey } from "../../../../measure/statistics/comparison/randomised-tukey.ts";
import { signFlipTest } from "../../../../measure/statistics/comparison/sign-flip.ts";
import { nonEmpty } from "../../../non-empty.ts";

describe("equivalence of a bounded mean", () => {
  it("is shown by chance in 5 % at most where skewed gains lie on the bound; by t in far more", () => {
    const random = makeRandom("equivalence");
    const [bound, range, runs] = [{ lower: -0.05, upper: 0.05 }, { low: -1, high: 1 }, 300];
    let [bounded, t] = [0, 0];
    for (let run = 0; run < runs; run++) {
      // One in twenty gains .9, the others a little: .05 in the mean.
      const differences = Array.from({ length: 14 }, () => (random() < 0.05 ? 0.9 : 0.005 + 0.001 * random()));
      if (boundedEquivalence(differences, { ...bound, range })! <= 0.05) bounded++;
      if ((equivalenceTest(differences, bound)?.p ?? 1) <= 0.05) t++;
    }
    expect(bounded / runs).toBeLessThanOrEqual(0.07);
    expect(t / runs).toBeGreaterThan(0.3);
  });

  it("is shown where many differences are small", () => {
    const differences = Array.from({ length: 200 }, (_, i) => (i % 2 ? 0.002 : -0.002));
    expect(boundedEquivalence(differences, { lower: -0.05, upper: 0.05, range: { low: -1, high: 1 } })).toBeLessThan(
      0.05,
    );
  });
});

const units = 40;
const random = makeRandom("families");
const noise = () => Array.from({ length: units }, () => random() - 0.5);
const systems = [noise(), noise(), noise(), noise().map((value) => value + 0.6)];

describe("step-down max-T with a control", () => {
  it("tests the pairs with it alone, and so corrects less than over all pairs", () => {
    const all = stepDownMaxT(systems, { random: makeRandom("a") });
    const some = stepDownMaxT(systems, { random: makeRandom("a"), control: 0 });
    expect([all.adjusted.length, some.adjusted.length]).toEqual([6, 3]);
    expect(some.adjusted[2]).toBeLessThan(0.01);
    expect(some.adjusted[0]).toBeLessThanOrEqual(all.adjusted[0]!);
  });

  it("has intervals that leave 0 out as its tests do, wider than those of one pair", () => {
    const intervals = maxTIntervals(systems, { random: makeRandom("b"), control: 0 });
    expect(intervals.map(({ low, high }) => low! > 0 || high! < 0)).toEqual([false, false, true]);
  });
});

describe("Tukey's randomised test", () => {
  it("of two systems is the sign-flip test, up to what 10,000 permutations tell", () => {
    const [a, b] = [systems[0]!, systems[1]!];
    const { adjusted } = randomisedTukey([a, b], { random: makeRandom("c") });
    const p = signFlipTest(
      a.map((value, i) => value - b[i]!),
      { random: makeRandom("d") },
    )!.p;
    expect(Math.abs(adjusted[0]! - p)).toBeLessThan(0.03);
  });

  it("finds the system that differs, and keeps 5 % over all pairs where none does", () => {
    expect(randomisedTukey(systems, { random: makeRandom("e") }).adjusted.map((p) => p < 0.05)).toEqual([
      ...[false, false, true, false, true, true],
    ]);
    const runs = Array.from({ length: 100 }, (_, run) => {
      const draw = makeRandom("null", run);
      const same = Array.from({ length: 4 }, () => Array.from({ length: 12 }, () => draw()));
      return Math.min(...randomisedTukey(same, { random: draw, permutations: 199 }).adjusted);
    });
    expect(runs.filter((p) => p <= 0.05).length).toBeLessThanOrEqual(10);
  });
});

/** Three systems on five queries, invented; every value below is over all patterns, by scipy 1.17.1 (BSD-3-Clause). */
const SMALL = [
  [0.9, 0.8, 0.75, 0.95, 0.7],
  [0.6, 0.85, 0.5, 0.6, 0.4],
  [0.3, 0.45, 0.7, 0.2, 0.35],
];

describe("held against scipy", () => {
  it("Tukey's randomised test gives permutation_test(permutation_type='samples') of the range of means, over 7,776 patterns", () => {
    const { adjusted } = randomisedTukey(SMALL, { random: makeRandom("scipy"), permutations: 40_000 });
    const exact = [0.39043209877, 0.00848765432, 0.53009259259];
    // Three standard errors of what is drawn.
    nonEmpty(adjusted).forEach((p, at) => {
      const error = Math.sqrt((exact[at]! * (1 - exact[at]!)) / 40_000);
      expect(Math.abs(p - exact[at]!)).toBeLessThan(3 * error + 1 / 40_000);
    });
  });

  it("max-T with a control gives the largest ttest_1samp of its pairs over all 32 sign patterns", () => {
    let pattern = 0;
    const all = { random: () => pattern++ / 2 ** 32, permutations: 32, control: 0 };
    for (const p of nonEmpty(stepDownMaxT(SMALL, all).adjusted)) expect(p).toBeCloseTo(5 / 33, 12);
  });
});
