import { power } from "../../../base/power.ts";
import { clusterSums } from "../basics/cluster-sums.ts";
import { exponentialSumAbove } from "../basics/exponential-sum.ts";

/** Smallest and largest value that can occur at all, known beforehand and not read off the sample. */
export interface Range {
  low: number;
  high: number;
}

/** Of the difference of two scores between 0 and 1. */
export const DIFFERENCE_OF_SHARES: Range = { low: -1, high: 1 };

/** A mean of values of known range and its p values, between 0 and 1. */
export interface BoundedMeanTest {
  /** Mean of the values. */
  mean: number;
  /** Values, whatever their clusters. */
  n: number;
  /** Two-sided: twice the smaller of the other two. */
  p: number;
  /** One-sided, for a mean below and above the hypothesis. */
  pLess: number;
  pGreater: number;
}

interface Hypothesis {
  range: Range;
  /** Mean under the hypothesis; default 0. */
  mean?: number;
}

/**
 * Test of the mean of a variable of known range, whatever its shape: no symmetry, no normal distribution, any n (Gaffke, Three test
 * statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative variable, Mathematical Methods of Statistics
 * 14, 2005; rediscovered by Learned-Miller & Thomas, arXiv:1905.06208). p is the probability that the sample's mean under uniform
 * Dirichlet weights, one more observation at the far end of the range among them, lies on the other side of the hypothesis.
 *
 * For 0 and 1 it is the exact binomial test. What is proved of it and what is not: docs/method/statistics.md, "A test of a mean".
 * One value an independent unit, or clusters of them: then of the ratio of sums, whole clusters being the sample and the largest one
 * bounding what another could hold, as in `boundedMeanInterval`. Null without values. Throws a RangeError for a value out of range.
 */
export function boundedMeanTest(
  values: readonly number[],
  { range, mean = 0, clusters }: Hypothesis & { clusters?: readonly string[] },
): BoundedMeanTest | null {
  const n = values.length;
  if (n === 0) return null;
  checkRange(values, range);
  const { sums, sizes, largest } = clusterSums(values, clusters);
  const gaps = sums.map((sum, i) => sum - sizes[i]! * mean);
  const pLess = exponentialSumAbove(Float64Array.of(largest * (range.high - mean), ...gaps));
  const pGreater = exponentialSumAbove(Float64Array.of(largest * (mean - range.low), ...gaps.map((gap) => -gap)));
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / n,
    n,
    p: Math.min(1, 2 * Math.min(pLess, pGreater)),
    pLess,
    pGreater,
  };
}

/** Smallest two-sided p that n values can give: all of them at one end of the range. */
export function smallestP(n: number, { range, mean = 0 }: Hypothesis): number {
  const nearer = Math.min(range.high - mean, mean - range.low) / (range.high - range.low);
  return Math.min(1, 2 * power(nearer, n));
}

/** Values that give a p of at most this at all. */
export function fewestFor(p: number, { range, mean = 0 }: Hypothesis): number {
  const nearer = Math.min(range.high - mean, mean - range.low) / (range.high - range.low);
  return Math.ceil(Math.log(p / 2) / Math.log(nearer) - 1e-9);
}

/** Room for the last bits that a mean of scores at the end of the range loses. */
const ROUNDING = 1e-9;

export function checkRange(values: readonly number[], { low, high }: Range): void {
  const outside = values.find((value) => !(value >= low - ROUNDING && value <= high + ROUNDING));
  if (outside !== undefined) throw new RangeError(`${outside} is not between ${low} and ${high}`);
}
