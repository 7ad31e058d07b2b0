import type { Random } from "../../../base/random.ts";
import { clusteredSlope } from "../basics/clustered-line.ts";
import { mean, quantile, standardDeviation } from "../basics/describe.ts";
import { tQuantile } from "../basics/distributions.ts";
import { fitLine } from "../basics/regression.ts";
import { bootstrapMeanInterval, type Interval } from "../intervals/bootstrap.ts";

/** Agreement of two measurements in the unit of their difference a - b. Null where too few pairs leave it undefined. */
export interface BlandAltmanResult {
  n: number;
  /** Mean of a - b, and its interval. */
  bias: number | null;
  biasInterval: Interval;
  /** Limits of agreement. */
  lower: number | null;
  upper: number | null;
  /** Regression of difference on mean: a slope that is not 0 is a proportional bias. Interval and p allow for clusters. */
  slope: number | null;
  slopeLow: number | null;
  slopeHigh: number | null;
  slopeP: number | null;
  /** As Bland & Altman, and the reference study, compute it: pairs taken for independent. */
  slopeNaiveP: number | null;
  points: { mean: number; difference: number }[];
}

/**
 * Agreement of two measurements on one scale (Bland & Altman, Lancet 1986): differences a - b against means. The limits
 * are the 2.5 and 97.5 % quantiles of the differences (nonparametric, 1999), so bounded scores need no normal
 * distribution; the interval of the bias is bootstrapped by cluster, the slope is tested by cluster.
 */
export function blandAltman(
  a: readonly number[],
  b: readonly number[],
  options: { clusters: readonly string[]; random: Random },
): BlandAltmanResult {
  const points = a.map((value, i) => ({ mean: (value + b[i]!) / 2, difference: value - b[i]! }));
  const differences = points.map((point) => point.difference);
  const means = points.map((point) => point.mean);
  const line = fitLine(means, differences);
  const clustered = clusteredSlope(means, differences, options);
  return {
    n: points.length,
    bias: mean(differences),
    biasInterval: bootstrapMeanInterval(differences, options),
    lower: quantile(differences, 0.025),
    upper: quantile(differences, 0.975),
    slope: line?.slope ?? null,
    slopeLow: clustered?.low ?? null,
    slopeHigh: clustered?.high ?? null,
    slopeP: clustered?.p ?? null,
    slopeNaiveP: line?.p ?? null,
    points,
  };
}

/**
 * The classical limits for normal differences, bias -+ 1.96 sd, with 95 % t intervals; se of a limit is sqrt(3 sd^2 / n)
 * (Bland & Altman 1986; 1.96 instead of their 2 since 1999). Null below two pairs.
 */
export function parametricLimits(differences: readonly number[], multiplier = 1.96) {
  const bias = mean(differences);
  const sd = standardDeviation(differences);
  if (bias === null || sd === null) return null;
  const n = differences.length;
  const t = tQuantile(0.975, n - 1);
  const around = (centre: number, se: number) => ({ value: centre, low: centre - t * se, high: centre + t * se });
  const limitError = Math.sqrt(3 / n) * sd;
  return {
    sd,
    bias: around(bias, sd / Math.sqrt(n)),
    lower: around(bias - multiplier * sd, limitError),
    upper: around(bias + multiplier * sd, limitError),
  };
}
