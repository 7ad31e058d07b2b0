import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg } from "../../../../measure/statistics/comparison/benjamini-hochberg.ts";
import { cliffsDelta } from "../../../../measure/statistics/comparison/cliffs-delta.ts";
import { equivalenceTest } from "../../../../measure/statistics/comparison/equivalence.ts";
import { friedmanTest } from "../../../../measure/statistics/comparison/friedman.ts";
import { showTies } from "../../../../measure/statistics/comparison/hidden-ties.ts";
import { hodgesLehmann } from "../../../../measure/statistics/comparison/hodges-lehmann.ts";
import { holm } from "../../../../measure/statistics/comparison/holm.ts";
import { mcnemar } from "../../../../measure/statistics/comparison/mcnemar.ts";
import { pairedT } from "../../../../measure/statistics/comparison/paired-t.ts";
import { criticalDifference, rankPairs } from "../../../../measure/statistics/comparison/rank-post-hoc.ts";
import { signTest } from "../../../../measure/statistics/comparison/sign-test.ts";
import { wilcoxonSignedRank } from "../../../../measure/statistics/comparison/wilcoxon.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { readExample } from "../../../oracles/published/data.ts";

test("0.3 - 0.1 and 0.2 are one size, nearly 0 is 0, signs stay", () => {
  const shown = showTies([0.3 - 0.1, -0.2, 1e-17, 1]);
  expect(shown[0]).toBe(-shown[1]!);
  expect(shown.slice(2)).toEqual([0, 1]);
  expect(showTies([0.3 - 0.1, 0.2], 0)).toEqual([0.3 - 0.1, 0.2]);
});

test("Wilcoxon is exact with ties: what all 2^n sign patterns of the midranks give", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 9 }), (values) => {
      const kept = values.filter((value) => value !== 0);
      const result = wilcoxonSignedRank(values);
      if (kept.length === 0) return result === null;
      const sizes = kept.map(Math.abs);
      const ranks = sizes.map((a) => sizes.filter((b) => b < a).length + (sizes.filter((b) => b === a).length + 1) / 2);
      let atLeast = 0;
      for (let pattern = 0; pattern < 2 ** kept.length; pattern++)
        if (ranks.reduce((sum, rank, i) => sum + ((pattern >> i) & 1 ? rank : 0), 0) >= result!.v) atLeast++;
      return Math.abs(result!.pGreater - atLeast / 2 ** kept.length) < 1e-12;
    }),
    { numRuns: 60 },
  );
});

test("nothing to test gives null: no pair differs, no discordant pair, one block", () => {
  expect(wilcoxonSignedRank([0, 0])).toBeNull();
  expect(signTest([0])).toBeNull();
  expect(mcnemar(0, 0)).toBeNull();
  expect(friedmanTest([[1, 2, 3]])).toBeNull();
  expect(
    friedmanTest([
      [1, 1],
      [2, 2],
    ]),
  ).toBeNull();
  expect(pairedT([1, 1, 1])).toBeNull();
  expect(cliffsDelta([], [1])).toBeNull();
  expect(hodgesLehmann([])).toBeNull();
});

test("McNemar's mid-p lies below the exact p, and is 1 minus the middle for equal counts", () => {
  expect(mcnemar(5, 5)!.exactP).toBe(1);
  expect(mcnemar(5, 5)!.midP).toBeCloseTo(1 - 252 / 1024, 12);
  expect(mcnemar(2, 9)!.midP).toBeLessThan(mcnemar(2, 9)!.exactP);
});

test("Cliff's delta of separated samples is 1 without width, of equal ones 0", () => {
  expect(cliffsDelta([3, 4], [1, 2])).toEqual({ delta: 1, low: 1, high: 1 });
  expect(cliffsDelta([1, 2, 3], [1, 2, 3])!.delta).toBe(0);
  const mostlyZero = (ones: number[]) => [...Array<number>(30).fill(0), ...ones];
  expect(cliffsDelta(mostlyZero([1, 1, 0]), mostlyZero([0, 1, 1]))!.delta).toBe(0);
});

test("Hodges-Lehmann: R 4.2.2's wilcox.test(conf.int = TRUE) of the depression scale differences", () => {
  // Hollander & Wolfe 1973, p. 29: estimate 0.46, 96.1 % interval 0.010 to 0.786; R prints the 95 % one with the same ranks.
  const x = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const { estimate, low, high } = hodgesLehmann(x.map((value, i) => value - y[i]!))!;
  expect([estimate, low, high].map((value) => Number(value!.toFixed(3)))).toEqual([0.46, 0.01, 0.786]);
});

test("an equivalence test is significant exactly when its interval lies within the bounds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 3, maxLength: 20 }), (values) => {
      const result = equivalenceTest(values, { lower: -5, upper: 6 });
      return result === null || result.p < 0.05 === (result.low > -5 && result.high < 6);
    }),
  );
  expect(() => equivalenceTest([1, 2], { lower: 1, upper: 1 })).toThrow(RangeError);
});

test("Benjamini-Hochberg keeps nulls and never exceeds Holm", () => {
  const ps = [0.01, null, 0.04, 0.03];
  expect(benjaminiHochberg(ps)).toEqual([0.03, null, 0.04, 0.04]);
  benjaminiHochberg(ps).forEach((p, i) => {
    expect(p ?? 0).toBeLessThanOrEqual(holm(ps)[i] ?? 0);
  });
});

describe("published vectors", () => {
  test("Demsar 2006: ranks, Friedman, Iman-Davenport without tie correction, Nemenyi, critical differences", () => {
    const { auc_that_reproduces_published_ranks: auc, expected_recomputed: expected } = readExample<Demsar>(
      "demsar_2006_friedman_nemenyi_holm",
    );
    const test = friedmanTest(auc.map((row) => row.map((value) => -value)))!;
    expect(test.meanRanks).toEqual(expected.average_ranks.map((rank) => expect.closeTo(rank, 12)));
    expect([test.chiSquare, test.p]).toEqual(
      expected.friedman_chi2_tie_corrected_scipy.map((x) => expect.closeTo(x, 10)),
    );
    for (const { first, second, nemenyiP } of nonEmpty(rankPairs(test)))
      expect(nemenyiP).toBeCloseTo(expected.nemenyi_p[first]![second]!, 5);
    expect(criticalDifference(4, 14)).toBeCloseTo(expected["CD_0.05"], 8);
    expect(criticalDifference(4, 14, 0.1)).toBeCloseTo(expected["CD_0.10"], 8);
  });

  test("multtest: Holm and Benjamini-Hochberg", () => {
    const { cases } = readExample<{
      cases: { p?: number[]; holm_sorted_by_p?: number[]; bh_sorted_by_p?: number[]; holm?: number[]; bh?: number[] }[];
    }>("holm_multiple_testing");
    for (const { p, ...expected } of nonEmpty(cases)) {
      if (!p) continue;
      const sorted = [...p].sort((a, b) => a - b);
      const close = (list: number[]) => list.map((value) => expect.closeTo(value, 9));
      expect(holm(sorted)).toEqual(close((expected.holm_sorted_by_p ?? expected.holm)!));
      expect(benjaminiHochberg(sorted)).toEqual(close((expected.bh_sorted_by_p ?? expected.bh)!));
    }
  });
});

interface Demsar {
  auc_that_reproduces_published_ranks: number[][];
  expected_recomputed: {
    average_ranks: number[];
    friedman_chi2_tie_corrected_scipy: number[];
    nemenyi_p: number[][];
    "CD_0.05": number;
    "CD_0.10": number;
  };
}
