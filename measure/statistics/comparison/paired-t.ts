import { mean, standardDeviation } from "../basics/describe.ts";
import { tQuantile, tTwoSidedP, tUpper } from "../basics/distributions.ts";

/** A mean difference with its t interval, in the unit of the differences, and its test. */
export interface PairedT {
  difference: number;
  low: number;
  high: number;
  t: number;
  degreesOfFreedom: number;
  p: number;
  /** One-sided, for a mean difference above 0. */
  pGreater: number;
  /** Cohen's d of paired differences: mean over standard deviation. */
  effect: number;
}

/** Paired t test (Student, Biometrika 6, 1908) and the t interval of the mean difference, in its units. Null below two pairs or where all differences are equal. */
export function pairedT(differences: readonly number[], level = 0.95): PairedT | null {
  const difference = mean(differences);
  const sd = standardDeviation(differences);
  if (difference === null || sd === null || sd === 0) return null;
  const degreesOfFreedom = differences.length - 1;
  const standardError = sd / Math.sqrt(differences.length);
  const half = tQuantile((1 + level) / 2, degreesOfFreedom) * standardError;
  const t = difference / standardError;
  return {
    difference,
    low: difference - half,
    high: difference + half,
    t,
    degreesOfFreedom,
    p: tTwoSidedP(t, degreesOfFreedom),
    pGreater: tUpper(t, degreesOfFreedom),
    effect: difference / sd,
  };
}
