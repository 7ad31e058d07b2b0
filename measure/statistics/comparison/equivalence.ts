import { mean, standardDeviation } from "../basics/describe.ts";
import { tQuantile, tUpper } from "../basics/distributions.ts";
import { boundedMeanTest, type Range } from "./bounded-mean-test.ts";

/** Two one-sided tests of a mean difference, in the unit of the differences: p values and the interval that agrees with them. */
export interface Equivalence {
  difference: number;
  /** Of level 1 - 2 alpha: inside the bounds exactly when the test is significant. */
  low: number;
  high: number;
  /** The mean difference lies above the lower bound: non-inferiority with that margin. */
  pAboveLower: number;
  pBelowUpper: number;
  /** Both: equivalence. */
  p: number;
}

/**
 * Two one-sided t tests (TOST; Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987) that the mean of
 * paired differences lies between two bounds that matter. A large p of a test for difference is no evidence of
 * equivalence; this is. Null below two pairs or where all differences are equal.
 * Throws a RangeError for bounds that are not in ascending order.
 */
export function equivalenceTest(
  differences: readonly number[],
  { lower, upper, alpha = 0.05 }: { lower: number; upper: number; alpha?: number },
): Equivalence | null {
  if (!(lower < upper)) throw new RangeError(`the lower bound ${lower} is not below the upper one ${upper}`);
  const difference = mean(differences);
  const sd = standardDeviation(differences);
  if (difference === null || sd === null || sd === 0) return null;
  const freedom = differences.length - 1;
  const standardError = sd / Math.sqrt(differences.length);
  const half = tQuantile(1 - alpha, freedom) * standardError;
  const pAboveLower = tUpper((difference - lower) / standardError, freedom);
  const pBelowUpper = tUpper((upper - difference) / standardError, freedom);
  return {
    difference,
    low: difference - half,
    high: difference + half,
    pAboveLower,
    pBelowUpper,
    p: Math.max(pAboveLower, pBelowUpper),
  };
}

/**
 * The same two one-sided tests by `boundedMeanTest`: of differences of known range, whatever their shape. A few that are nearly equal do not show that
 * no rare large one would move the mean, which t takes for shown: of skewed gains it says "equivalent" too often. `range` is that of a difference. Null without values.
 */
export function boundedEquivalence(
  differences: readonly number[],
  { lower, upper, range }: { lower: number; upper: number; range: Range },
): number | null {
  if (!(lower < upper)) throw new RangeError(`the lower bound ${lower} is not below the upper one ${upper}`);
  const above = lower < range.low ? 0 : boundedMeanTest(differences, { range, mean: lower })?.pGreater;
  const below = upper > range.high ? 0 : boundedMeanTest(differences, { range, mean: upper })?.pLess;
  return above === undefined || below === undefined ? null : Math.max(above, below);
}
