import { power } from "../../../base/power.ts";
import { normalCdf } from "./distributions.ts";
import { findRoot } from "./find-root.ts";

const STEP = 1 / 64;
const FAR = 9; // The normal density beyond is below 1e-18.

/**
 * Probability that the range of k independent standard normal numbers is at least q: the studentized range with infinite
 * degrees of freedom. Trapezoids over k phi(z) (Phi(z) - Phi(z - q))^(k - 1), which for such a smooth integrand are exact
 * to rounding; @stdlib's table-based function gives about four digits.
 */
export function rangeUpper(q: number, k: number): number {
  if (q <= 0) return 1;
  let sum = 0;
  for (let z = -FAR; z <= FAR; z += STEP) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    sum += density * power(Math.max(0, normalCdf(z) - normalCdf(z - q)), k - 1);
  }
  return Math.min(1, Math.max(0, 1 - k * STEP * sum));
}

/** Known quantiles: the rankings of a run ask for the same one metric after metric, and it takes a tenth of a second. */
const QUANTILES = new Map<string, number>();

/** Range that k numbers exceed with this probability. */
export function rangeQuantile(upper: number, k: number): number {
  const key = `${upper} ${k}`;
  const known = QUANTILES.get(key) ?? findRoot((q) => rangeUpper(q, k) - upper, { low: 0, high: 40 });
  QUANTILES.set(key, known);
  return known;
}
