import { power } from "../../../base/power.ts";

/** Quantile of sorted values by linear interpolation at (n - 1) q, as `measure/statistics` has it. */
export function quantileOf(sorted: readonly number[], q: number): number {
  const place = (sorted.length - 1) * q;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Gaussian kernel density on `points` places from two bandwidths below the smallest value to two above the largest. Bandwidth by
 * Silverman's rule (Density Estimation, 1986, 3.31): 0.9 min(s, IQR / 1.34) n^(-1/5), but no narrower than 0.01 or a step of the grid,
 * which would otherwise miss a peak of near-equal values.
 */
export function kernelDensity(sorted: readonly number[], points: number): { x: number; density: number }[] {
  const n = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, n - 1));
  const range = (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / 1.34;
  const rule = 0.9 * Math.min(deviation, range || deviation) * power(n, -0.2);
  const width = Math.max(rule, 0.01, (sorted.at(-1)! - sorted[0]!) / points);
  const [low, high] = [sorted[0]! - 2 * width, sorted.at(-1)! + 2 * width];
  return Array.from({ length: points }, (_, index) => {
    const x = low + ((high - low) * index) / (points - 1);
    const sum = sorted.reduce((total, value) => total + Math.exp(-0.5 * ((x - value) / width) ** 2), 0);
    return { x, density: sum / (n * width * Math.sqrt(2 * Math.PI)) };
  });
}
