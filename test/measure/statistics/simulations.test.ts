import { expect, test } from "vitest";
import { simulateCoverage } from "../../../perf/statistics/coverage.ts";
import { simulateHolm, simulateNull } from "../../../perf/statistics/null-p.ts";
import { simulatePlanted } from "../../../perf/statistics/planted.ts";
import { simulatePower } from "../../../perf/statistics/simulated-power.ts";
import { nonEmpty } from "../../non-empty.ts";

// Small versions; `node --import tsx perf/statistics.ts` runs all of them 2,000 times and more (docs/method/statistics.md).

test.each([
  "t of a mean difference, 20 pairs",
  "Bland-Altman: upper limit, 38 pairs",
  "ICC(2,k), 20 units, 4 raters",
  "Hodges-Lehmann, 20 pairs",
])("a nominal 0.95 interval covers in 0.925 to 0.975 of 600 runs: %s", (name) => {
  const share = simulateCoverage(name, 600);
  expect(share).toBeGreaterThan(0.925);
  expect(share).toBeLessThan(0.975);
});

test.each([
  "paired t, 38 pairs",
  "Wilcoxon normal, 80 pairs",
  "Kendall exact, 30 pairs",
  "TOST at its bound, 38 pairs",
])("p is uniform when the hypothesis holds (Kolmogorov-Smirnov, 600 runs): %s", (name) => {
  const { distance, limit } = simulateNull(name, 600);
  expect(distance).toBeLessThan(limit);
});

test("Holm over ten true hypotheses rejects any in at most 5 % + noise of 3,000 families, dependent or not", () => {
  expect(simulateHolm(3000, false)).toBeLessThan(0.062);
  expect(simulateHolm(3000, true)).toBeLessThan(0.062);
});

test.each(["paired t, d = 0.4, 52 scenarios", "correlation 0.4, 52 pairs"])(
  "power is as predicted within 4 points of 1,200 studies: %s",
  (name) => {
    const { predicted, simulated } = simulatePower(name, 1200);
    expect(Math.abs(predicted - simulated)).toBeLessThan(0.04);
  },
);

test("planted effects and variances come back, 30 runs of 52 x 18 x 2; the interaction is found every time", () => {
  const { rows, found } = simulatePlanted(30);
  for (const { name, truth, mean, coverage } of nonEmpty(rows)) {
    expect(Math.abs(mean - truth), name).toBeLessThan(0.04 + 0.12 * Math.abs(truth));
    expect(coverage, name).toBeGreaterThan(0.8);
  }
  expect(found).toBe(1);
});
