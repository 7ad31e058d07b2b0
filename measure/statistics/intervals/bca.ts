import { power } from "../../../base/power.ts";
import { mean, quantileSorted } from "../basics/describe.ts";
import { normalCdf, normalQuantile, tQuantile } from "../basics/distributions.ts";
import {
  type BootstrapOptions,
  bootstrapReplicates,
  type Interval,
  MIN_CLUSTERS,
  numberClusters,
} from "./bootstrap.ts";

/**
 * Bias-corrected and accelerated bootstrap interval (Efron, JASA 82, 1987), clusters resampled whole and left out whole
 * for the acceleration. Better than percentiles where the statistic is skewed or biased (correlations, kappa, ratios).
 * Tails are widened for few clusters as for percentiles (Hesterberg 2015). Null limits as in `bootstrapInterval`, and
 * where all replicates lie on one side of the estimate.
 */
export function bcaInterval(options: BootstrapOptions): Interval {
  const none = { low: null, high: null };
  const { clusterOf, count } = numberClusters(options.clusters);
  const replicates = bootstrapReplicates(options);
  const estimate = options.statistic(new Uint32Array(clusterOf.length).fill(1));
  if (replicates === null || estimate === null || count < MIN_CLUSTERS) return none;
  const jackknife = Array.from({ length: count }, (_, left) =>
    options.statistic(clusterOf.map((cluster) => Number(cluster !== left))),
  ).filter((value) => value !== null);
  const level = options.level ?? 0.95;
  const z = normalQuantile(normalCdf(tQuantile((1 + level) / 2, count - 1) * Math.sqrt(count / (count - 1))));
  return bcaLimits({ estimate, replicates, jackknife, z });
}

/** The limits alone; `z` is 1.96 for plain 95 %. */
export function bcaLimits(options: {
  estimate: number;
  replicates: readonly number[];
  jackknife: readonly number[];
  z: number;
}): Interval {
  const { estimate, replicates, jackknife, z } = options;
  const below = replicates.filter((value) => value < estimate).length;
  const equal = replicates.filter((value) => value === estimate).length;
  if (isWithoutWidth(replicates)) return { low: null, high: null };
  const share = (below + equal / 2) / replicates.length;
  if (share === 0 || share === 1) return { low: null, high: null };
  const bias = normalQuantile(share);
  const acceleration = skewness(jackknife);
  const sorted = [...Float64Array.from(replicates).sort()];
  const limit = (tail: number) => {
    const shifted = bias + tail;
    return quantileSorted(sorted, normalCdf(bias + shifted / (1 - acceleration * shifted)));
  };
  return { low: limit(-z), high: limit(z) };
}

/** Equal but for the last bits, in which the means of equal values differ. */
function isWithoutWidth(replicates: readonly number[]): boolean {
  const [low, high] = replicates.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return high - low <= 16 * Number.EPSILON * Math.max(Math.abs(low), Math.abs(high));
}

/** A sixth of the skewness of the jackknife values turned around. */
function skewness(jackknife: readonly number[]): number {
  const centre = mean(jackknife) ?? 0;
  let [squares, cubes] = [0, 0];
  for (const value of jackknife) {
    squares += (centre - value) ** 2;
    cubes += power(centre - value, 3);
  }
  return squares === 0 ? 0 : cubes / (6 * power(squares, 1.5));
}
