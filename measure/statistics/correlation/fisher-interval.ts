import { normalQuantile } from "../basics/distributions.ts";

/** Interval of Pearson's correlation of n independent pairs by Fisher's z (Metron 1, 1921). Null for n < 4. */
export function fisherInterval(r: number, n: number, level = 0.95): { low: number; high: number } | null {
  if (n < 4) return null;
  const half = normalQuantile((1 + level) / 2) / Math.sqrt(n - 3);
  return { low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half) };
}
