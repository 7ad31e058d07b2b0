import { clusterSums } from "../basics/cluster-sums.ts";
import { normalQuantile } from "../basics/distributions.ts";
import { exponentialSumAbove } from "../basics/exponential-sum.ts";
import { findCrossing } from "../basics/find-crossing.ts";
import { checkRange, type Range } from "../comparison/bounded-mean-test.ts";
import type { Interval } from "./bootstrap.ts";

/** Known range of the values, their clusters, the level (default .95) and which coverage is promised. */
export interface BoundedMeanOptions {
  range: Range;
  /** The cluster of each value (its scenario); default: each value is one of its own. */
  clusters?: readonly string[];
  level?: number;
  /**
   * `at least`: the means that `boundedMeanTest` does not reject, so that test and interval agree; too wide for few values.
   * `on average` (default): the further observation is at the near end with probability one half, as mid-p does for counts.
   */
  coverage?: "at least" | "on average";
}

/**
 * Interval of the mean of a variable of known range, by inverting `boundedMeanTest`. Has a width where all values are equal: of 38
 * ones the lower limit is .924 (.908 at least). For 0 and 1 it is Clopper & Pearson's interval, or its mid-p version (Agresti & Gottard,
 * Computational Statistics & Data Analysis 51, 2007). With clusters it is that of the ratio of sums, whole clusters being the sample and
 * the largest one bounding what another could hold. Null without values. Throws as `boundedMeanTest`.
 */
export function boundedMeanInterval(values: readonly number[], options: BoundedMeanOptions): Interval {
  const { range, level = 0.95, coverage = "on average" } = options;
  if (values.length === 0) return { low: null, high: null };
  checkRange(values, range);
  const { sums, sizes, largest } = clusterSums(values, options.clusters);
  const gaps = new Float64Array(sums.length + 1);
  /** Probability of a mean above `at` (below: `side` -1), the further cluster lying at this end. */
  const beyond = (side: 1 | -1, at: number, end: number) => {
    for (let i = 0; i < sums.length; i++) gaps[i] = side * (sums[i]! - at * sizes[i]!);
    gaps[sums.length] = side * (end - at) * largest;
    return exponentialSumAbove(gaps);
  };
  const limit = (side: 1 | -1) => {
    const [far, near] = side === 1 ? [range.high, range.low] : [range.low, range.high];
    const probability = (at: number) =>
      coverage === "at least" ? beyond(side, at, far) : (beyond(side, at, far) + beyond(side, at, near)) / 2;
    // As normal quantiles, which are nearly a straight line.
    const target = normalQuantile((1 - level) / 2);
    const crossing = findCrossing((at) => finite(normalQuantile(probability(at))) - target, range);
    // The digits that the crossing is good for: so an end of the range is that very number.
    return Number(crossing.toFixed(9));
  };
  return { low: limit(-1), high: limit(1) };
}

/** Quantiles of 0 and 1, and beyond what a double tells from them. */
function finite(quantile: number): number {
  return Math.max(-40, Math.min(40, quantile));
}
