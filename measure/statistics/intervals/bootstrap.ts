import { type Random, randomInteger } from "../../../base/random.ts";
import { quantileSorted } from "../basics/describe.ts";
import { normalCdf, tQuantile } from "../basics/distributions.ts";

/** Limits of an interval in the statistic's unit; null where it is not defined. */
export interface Interval {
  low: number | null;
  high: number | null;
}

/** What is drawn (whole clusters), what is computed of each draw, and how often. */
export interface BootstrapOptions {
  /** The cluster of each observation (its scenario). Whole clusters are drawn, so what belongs together stays together. */
  clusters: readonly string[];
  /** Observations that are told together. Default: each by itself. */
  told?: ToldTogether | undefined;
  /** The statistic when observation i (of those told together, value i) counts `weights[i]` times; null where it is not defined. */
  statistic: (weights: Uint32Array) => number | null;
  random: Random;
  resamples?: number;
  level?: number;
}

/** Equal observations of a cluster stand once in `clusters`; equal ones of all clusters have one weight. */
export interface ToldTogether {
  /** How many observations each one stands for. */
  times: Uint32Array;
  /** Place of the value of each among the different values. */
  placeOf: Uint32Array;
  values: number;
}

const RESAMPLES = 2000;

/** With fewer clusters than this a resample holds too few different ones to say anything about their spread: no interval. */
export const MIN_CLUSTERS = 5;

/**
 * Bootstrap interval of any statistic, clusters resampled with replacement (Field & Welsh 2007): percentiles, expanded
 * for few clusters (Hesterberg, The American Statistician 69, 2015), since plain ones are too narrow: 91 % coverage
 * with 14 clusters. With every observation its own cluster it is the ordinary bootstrap. Resamples for which the statistic is undefined
 * are left out. Null limits with fewer than `MIN_CLUSTERS` clusters, when over half of the resamples are undefined,
 * and where all of them agree.
 */
export function bootstrapInterval(options: BootstrapOptions): Interval {
  const values = bootstrapReplicates(options);
  const count = new Set(options.clusters).size;
  return values === null
    ? { low: null, high: null }
    : expandedPercentiles(values, { level: options.level ?? 0.95, count });
}

/** The statistic of each resample where it is defined. Null with too few clusters, or when over half are undefined. */
export function bootstrapReplicates(options: BootstrapOptions): number[] | null {
  const { clusters, told, statistic, random, resamples = RESAMPLES } = options;
  const { clusterOf, count } = numberClusters(clusters);
  const draws = new Uint32Array(count);
  const weights = new Uint32Array(told?.values ?? clusters.length);
  const values: number[] = [];
  for (let resample = 0; count >= MIN_CLUSTERS && resample < resamples; resample++) {
    drawClusters(draws, random);
    if (told) weighTogether(weights, { draws, clusterOf, ...told });
    else for (let i = 0; i < weights.length; i++) weights[i] = draws[clusterOf[i]!]!;
    const value = statistic(weights);
    if (value !== null) values.push(value);
  }
  return 2 * values.length > resamples ? values : null;
}

/** The same for a mean, faster: one pass over clusters per resample. */
export function bootstrapMeanInterval(
  values: readonly number[],
  options: Pick<BootstrapOptions, "clusters" | "random" | "resamples" | "level">,
): Interval {
  const { clusters, random, resamples = RESAMPLES, level = 0.95 } = options;
  const { clusterOf, count } = numberClusters(clusters);
  if (count < MIN_CLUSTERS) return { low: null, high: null };
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  values.forEach((value, i) => {
    sums[clusterOf[i]!]! += value;
    sizes[clusterOf[i]!]! += 1;
  });
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    let size = 0;
    for (let draw = 0; draw < count; draw++) {
      const cluster = randomInteger(random, count);
      sum += sums[cluster]!;
      size += sizes[cluster]!;
    }
    return sum / size;
  });
  return expandedPercentiles(means, { level, count });
}

export function numberClusters(clusters: readonly string[]): { clusterOf: Uint32Array; count: number } {
  const numbers = new Map<string, number>();
  const clusterOf = Uint32Array.from(clusters, (cluster) => {
    if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
    return numbers.get(cluster)!;
  });
  return { clusterOf, count: numbers.size };
}

function weighTogether(
  weights: Uint32Array,
  { draws, clusterOf, times, placeOf }: ToldTogether & { draws: Uint32Array; clusterOf: Uint32Array },
): void {
  weights.fill(0);
  for (let i = 0; i < times.length; i++) weights[placeOf[i]!]! += draws[clusterOf[i]!]! * times[i]!;
}

function drawClusters(draws: Uint32Array, random: Random): void {
  draws.fill(0);
  for (let i = 0; i < draws.length; i++) draws[randomInteger(random, draws.length)]! += 1;
}

/** The tail is that of a normal variable beyond t sqrt(n / (n - 1)), n being the number of clusters. */
function expandedPercentiles(values: readonly number[], { level, count }: { level: number; count: number }): Interval {
  // A sample without any spread says nothing about the spread of others: no interval, and not one of width 0.
  if (values.every((value) => Math.abs(value - values[0]!) <= 1e-12 * Math.abs(value)))
    return { low: null, high: null };
  const tail = normalCdf(-tQuantile((1 + level) / 2, count - 1) * Math.sqrt(count / (count - 1)));
  const sorted = [...Float64Array.from(values).sort()];
  return { low: quantileSorted(sorted, tail), high: quantileSorted(sorted, 1 - tail) };
}
