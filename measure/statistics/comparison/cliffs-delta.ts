import { power } from "../../../base/power.ts";
import { normalQuantile } from "../basics/distributions.ts";

/**
 * Cliff's delta of two independent samples (Psychological Bulletin 114, 1993): share of pairs with x above y minus share
 * below, from -1 to 1; ties count for neither. Interval by the consistent variance, asymmetric so that it stays within
 * (Feng & Cliff 2004). Null when a sample is empty; no interval below two values a side.
 */
export function cliffsDelta(x: readonly number[], y: readonly number[], level = 0.95) {
  if (x.length === 0 || y.length === 0) return null;
  const dominance = (from: readonly number[], over: readonly number[]) =>
    from.map((value) => over.reduce((sum, other) => sum + Math.sign(value - other), 0) / over.length);
  const rows = dominance(x, y);
  const columns = dominance(y, x).map((value) => -value);
  // Whole numbers, so that as many above as below is 0.
  const signs = x.reduce((sum, value) => y.reduce((within, other) => within + Math.sign(value - other), sum), 0);
  const delta = signs / (x.length * y.length);
  const [n, m] = [x.length, y.length];
  if (n < 2 || m < 2) return { delta, low: null, high: null };
  let within = 0;
  x.forEach((value) => {
    for (const other of y) within += (Math.sign(value - other) - delta) ** 2;
  });
  const spread = (values: readonly number[]) => values.reduce((sum, value) => sum + (value - delta) ** 2, 0);
  const unbiased = (m ** 2 * spread(rows) + n ** 2 * spread(columns) - within) / (n * m * (n - 1) * (m - 1));
  const variance = Math.max(unbiased, (1 - delta ** 2) / (n * m - 1));
  return { delta, ...asymmetric(delta, variance, normalQuantile((1 + level) / 2)) };
}

function asymmetric(delta: number, variance: number, z: number): { low: number; high: number } {
  if (Math.abs(delta) === 1) return { low: delta, high: delta };
  const root = z * Math.sqrt(variance) * Math.sqrt((1 - delta ** 2) ** 2 + z ** 2 * variance);
  const scale = 1 - delta ** 2 + z ** 2 * variance;
  return { low: (delta - power(delta, 3) - root) / scale, high: (delta - power(delta, 3) + root) / scale };
}
