import normalDistribution from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantileFunction from "@stdlib/stats-base-dists-normal-quantile";
import tDistribution from "@stdlib/stats-base-dists-t-cdf";
import tQuantileFunction from "@stdlib/stats-base-dists-t-quantile";

/** Two-sided p of a t statistic. */
export function tTwoSidedP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * tDistribution(-Math.abs(t), degreesOfFreedom));
}

/** Value below which a t-distributed number falls with this probability. */
export function tQuantile(probability: number, degreesOfFreedom: number): number {
  return tQuantileFunction(probability, degreesOfFreedom);
}

/** Value below which a standard normal number falls with this probability; 1.959964 for 0.975. */
export function normalQuantile(probability: number): number {
  return normalQuantileFunction(probability, 0, 1);
}

/** Probability that a standard normal number is at most z. */
export function normalCdf(z: number): number {
  return normalDistribution(z, 0, 1);
}
