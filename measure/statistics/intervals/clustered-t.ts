import { clusterSums } from "../basics/cluster-sums.ts";
import { tQuantile } from "../basics/distributions.ts";
import type { Interval } from "./bootstrap.ts";

/**
 * Student's t interval of a mean, in the values' unit; with clusters that of the ratio of their sums by its linearised error and one degree of freedom less
 * than clusters (Cochran, Sampling Techniques, 1977, 6.3). With clusters of equal size it is the t interval of their means; of single paired differences
 * that of the paired t test. It covers as often as it says where means over so many clusters are about normal, which no sample can promise.
 * Null below two clusters or where they do not vary.
 */
export function clusteredTInterval(
  values: readonly number[],
  { clusters, level = 0.95 }: { clusters?: readonly string[]; level?: number } = {},
): Interval {
  if (values.length === 0) return { low: null, high: null };
  const { sums, sizes } = clusterSums(values, clusters);
  const total = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / total;
  const squares = sums.reduce((sum, own, at) => sum + (own - mean * sizes[at]!) ** 2, 0);
  if (sums.length < 2 || squares < 1e-18) return { low: null, high: null };
  const standardError = Math.sqrt((sums.length / (sums.length - 1)) * squares) / total;
  const half = tQuantile((1 + level) / 2, sums.length - 1) * standardError;
  return { low: mean - half, high: mean + half };
}
