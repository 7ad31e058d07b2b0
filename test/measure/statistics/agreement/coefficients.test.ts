import fc from "fast-check";
import { expect, test } from "vitest";
import { brennanPrediger } from "../../../../measure/statistics/agreement/brennan-prediger.ts";
import { cohenKappa } from "../../../../measure/statistics/agreement/cohen-kappa.ts";
import { congerKappa } from "../../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../../measure/statistics/agreement/fleiss-kappa.ts";
import { gwetAc } from "../../../../measure/statistics/agreement/gwet-ac.ts";
import { icc } from "../../../../measure/statistics/agreement/icc.ts";
import { krippendorffAlpha } from "../../../../measure/statistics/agreement/krippendorff.ts";
import { alphaEstimate } from "../../../../measure/statistics/agreement/krippendorff-error.ts";
import { marginalHomogeneity } from "../../../../measure/statistics/agreement/marginal-homogeneity.ts";
import { percentAgreement } from "../../../../measure/statistics/agreement/percent-agreement.ts";
import { type Ratings, ratingsFromCounts } from "../../../../measure/statistics/agreement/ratings.ts";
import { repeatedLimits } from "../../../../measure/statistics/agreement/repeated-limits.ts";
import { mcnemar } from "../../../../measure/statistics/comparison/mcnemar.ts";

const holes = fc.array(fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 3, maxLength: 3 }), {
  minLength: 3,
  maxLength: 25,
});
const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), {
  minLength: 2,
  maxLength: 40,
});
const near = (a: number | null | undefined, b: number | null | undefined) =>
  (a ?? null) === null || (b ?? null) === null ? (a ?? null) === (b ?? null) : Math.abs(a! - b!) < 1e-9;

test("Conger's kappa of two raters is Cohen's; alpha's estimate is alpha, holes and all", () => {
  fc.assert(
    fc.property(pairs, holes, (two, many) => {
      const kappa = cohenKappa(
        two.map(([a]) => a),
        two.map(([, b]) => b),
      );
      const alpha = krippendorffAlpha(many, { level: "nominal" });
      return near(congerKappa(two)?.value, kappa) && near(alphaEstimate(many)?.value, alpha);
    }),
  );
});

test("full agreement is 1 for every coefficient, and no coefficient depends on the order of units", () => {
  const full = [
    [1, 1, 1],
    [2, 2, null],
    [3, 3, 3],
  ];
  for (const coefficient of [percentAgreement, fleissKappa, congerKappa, gwetAc, brennanPrediger, alphaEstimate]) {
    expect(coefficient(full)!.value).toBeCloseTo(1, 12);
    fc.assert(
      fc.property(holes, (units) => near(coefficient(units)?.value, coefficient([...units].reverse())?.value)),
      { numRuns: 25 },
    );
  }
});

test("nobody rated a unit twice, or one category only: null, not 0", () => {
  expect(
    fleissKappa([
      [1, null],
      [null, 2],
    ]),
  ).toBeNull();
  expect(
    congerKappa([
      [2, 2],
      [2, 2],
    ]),
  ).toBeNull();
  expect(() => gwetAc([[1, 9]], { categories: [1, 2] })).toThrow(RangeError);
});

test("a category that nobody used changes AC1 and Brennan-Prediger, not kappa", () => {
  const units = [
    [1, 1],
    [2, 1],
    [2, 2],
  ];
  const categories = [1, 2, 3];
  expect(gwetAc(units, { categories })!.value).not.toBeCloseTo(gwetAc(units)!.value, 3);
  expect(brennanPrediger(units, { categories })!.value).not.toBeCloseTo(brennanPrediger(units)!.value, 3);
  expect(congerKappa(units, { categories })!.value).toBeCloseTo(congerKappa(units)!.value, 12);
});

// Six raters of 15 patients (Gwet's example): irrCAC prints 0.0824 and 0.1340 for these two standard errors of alpha.
test("alpha's standard error is nearer to the jackknife than the one of irrCAC's function for counts", () => {
  const counts = [
    [0, 0, 0, 6, 0],
    [0, 3, 0, 0, 3],
    [0, 1, 4, 0, 1],
    [0, 0, 0, 0, 6],
    [0, 3, 0, 3, 0],
    [2, 0, 4, 0, 0],
    [0, 0, 4, 0, 2],
    [2, 0, 3, 1, 0],
    [2, 0, 0, 4, 0],
    [0, 0, 0, 0, 6],
    [1, 0, 0, 5, 0],
    [1, 1, 0, 4, 0],
    [0, 3, 3, 0, 0],
    [1, 0, 0, 5, 0],
    [0, 2, 0, 3, 1],
  ];
  const jackknife = (of: (units: Ratings) => number) => {
    const units = ratingsFromCounts(counts);
    const left = units.map((_, i) => of(units.filter((_unit, j) => j !== i)));
    const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
    return Math.sqrt(((left.length - 1) / left.length) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  };
  const weights = "quadratic" as const;
  const truth = jackknife((units) => alphaEstimate(units, { weights, categories: [0, 1, 2, 3, 4] })!.value);
  const ours = alphaEstimate(ratingsFromCounts(counts), { weights })!.standardError!;
  expect(Math.abs(ours - truth)).toBeLessThan(Math.abs(0.133958007777 - truth));
});

test("McNemar without correction is marginal homogeneity of two categories", () => {
  const test = marginalHomogeneity([
    [20, 9],
    [3, 30],
  ])!;
  expect(test.chiSquare).toBeCloseTo(mcnemar(9, 3)!.chiSquare, 12);
  expect(
    marginalHomogeneity([
      [5, 0],
      [0, 7],
    ]),
  ).toBeNull();
});

test("ICC needs two units and raters and some variance", () => {
  expect(icc([[1, 2]], "2,1")).toBeNull();
  expect(
    icc(
      [
        [1, 1],
        [1, 1],
      ],
      "1,1",
    ),
  ).toBeNull();
  expect(() => icc([[1, 2], [1]], "1,1")).toThrow(RangeError);
});

test("repeats widen the limits of agreement by their own spread (Bland & Altman 2007, by hand)", () => {
  const limits = repeatedLimits([
    [1, 3],
    [2, 4],
    [6, 8],
  ])!;
  // Within 2; between means 2, 3, 7 with group size 2: mean square 14, so (14 - 2) / 2 = 6.
  expect(limits).toMatchObject({ bias: 4, withinVariance: 2, betweenVariance: 6, subjects: 3 });
  expect(limits.upper).toBeCloseTo(4 + 1.96 * Math.sqrt(8), 12);
  expect(repeatedLimits([[1], [2]])).toBeNull();
});
