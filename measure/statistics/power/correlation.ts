import { normalCdf, tQuantile } from "../basics/distributions.ts";

/**
 * Power of the t test of a correlation: Fisher's z with its bias term r / (2 (n - 1)) against the critical correlation
 * (Cohen 1988, chapter 3; as in R's pwr).
 */
export function correlationPower(options: { r: number; n: number; alpha?: number; sides?: 1 | 2 }): number {
  const { n, alpha = 0.05, sides = 2 } = options;
  const r = Math.abs(options.r);
  const t = tQuantile(1 - alpha / sides, n - 2);
  const critical = Math.atanh(Math.sqrt(t ** 2 / (t ** 2 + n - 2)));
  const shift = Math.atanh(r) + r / (2 * (n - 1));
  const scale = Math.sqrt(n - 3);
  const found = normalCdf((shift - critical) * scale);
  return sides === 1 ? found : found + normalCdf((-shift - critical) * scale);
}
