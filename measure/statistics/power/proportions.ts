import { normalCdf, normalQuantile } from "../basics/distributions.ts";

interface Design {
  /** In each group. */
  n: number;
  alpha?: number;
  sides?: 1 | 2;
}

/** Power to tell two independent proportions apart by the pooled z test (Fleiss, Statistical Methods for Rates and Proportions, 1981). */
export function proportionsPower({
  first,
  second,
  n,
  alpha = 0.05,
  sides = 2,
}: Design & { first: number; second: number }): number {
  const pooled = (first + second) / 2;
  const critical = normalQuantile(1 - alpha / sides) * Math.sqrt(2 * pooled * (1 - pooled));
  const spread = Math.sqrt(first * (1 - first) + second * (1 - second));
  return normalCdf((Math.sqrt(n) * Math.abs(first - second) - critical) / spread);
}

/** The same by Cohen's effect size h, the difference of arcsines (1988, chapter 6), both tails. */
export function arcsinePower({ h, n, alpha = 0.05, sides = 2 }: Design & { h: number }): number {
  const critical = normalQuantile(1 - alpha / sides);
  const shift = Math.abs(h) * Math.sqrt(n / 2);
  const found = normalCdf(shift - critical);
  return sides === 1 ? found : found + normalCdf(-shift - critical);
}

/** Cohen's h. */
export function arcsineEffect(first: number, second: number): number {
  return 2 * Math.asin(Math.sqrt(first)) - 2 * Math.asin(Math.sqrt(second));
}
