import gammainc from "@stdlib/math-base-special-gammainc";
import binomialDistribution from "@stdlib/stats-base-dists-binomial-cdf";
import chiSquareQuantileFunction from "@stdlib/stats-base-dists-chisquare-quantile";
import fDistribution from "@stdlib/stats-base-dists-f-cdf";
import fQuantileFunction from "@stdlib/stats-base-dists-f-quantile";
import normalDistribution from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantileFunction from "@stdlib/stats-base-dists-normal-quantile";
import tDistribution from "@stdlib/stats-base-dists-t-cdf";
import tQuantileFunction from "@stdlib/stats-base-dists-t-quantile";

/** Two-sided p of a t statistic. */
export function tTwoSidedP(t: number, degreesOfFreedom: number): number {
  return Math.min(1, 2 * tDistribution(-Math.abs(t), degreesOfFreedom));
}

/** Probability of a t-distributed number of at least t. */
export function tUpper(t: number, degreesOfFreedom: number): number {
  return tDistribution(-t, degreesOfFreedom);
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

/** Two-sided p of a standard normal statistic. */
export function normalTwoSidedP(z: number): number {
  return Math.min(1, 2 * normalCdf(-Math.abs(z)));
}

/** Probability of a chi-square number of at least x; upper tail by its own series, so small ones keep their digits. */
export function chiSquareUpper(x: number, degreesOfFreedom: number): number {
  return x <= 0 ? 1 : gammainc(x / 2, degreesOfFreedom / 2, true, true);
}

/** Value below which a chi-square number falls with this probability. */
export function chiSquareQuantile(probability: number, degreesOfFreedom: number): number {
  return chiSquareQuantileFunction(probability, degreesOfFreedom);
}

/** Probability of an F number of at least f. The reciprocal has the degrees of freedom swapped: no 1 - cdf, no lost digits. */
export function fUpper(f: number, numerator: number, denominator: number): number {
  return f <= 0 ? 1 : fDistribution(1 / f, denominator, numerator);
}

/** Value below which an F number falls with this probability. Degrees of freedom need not be whole. */
export function fQuantile(probability: number, numerator: number, denominator: number): number {
  return fQuantileFunction(probability, numerator, denominator);
}

/** Probability of at most k successes of n at this chance each. */
export function binomialCdf(k: number, n: number, chance: number): number {
  return k < 0 ? 0 : binomialDistribution(k, n, chance);
}
