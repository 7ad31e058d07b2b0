import { tTwoSidedP } from "../basics/distributions.ts";

/**
 * Pearson's correlation (Proceedings of the Royal Society 58, 1895), -1 to 1, each pair counted `weights[i]` times. Null with fewer than two pairs or where one side is
 * constant. Two passes over the deviations, so that large means lose no digits.
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>, weights?: ArrayLike<number>): number | null {
  const meanX = weightedMean(x, weights);
  const meanY = weightedMean(y, weights);
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < x.length; i++) {
    const weight = weights ? weights[i]! : 1;
    const dx = x[i]! - meanX;
    const dy = y[i]! - meanY;
    xx += weight * dx * dx;
    yy += weight * dy * dy;
    xy += weight * dx * dy;
  }
  if (!(xx > 0 && yy > 0)) return null;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/** Two-sided p of a correlation of n independent pairs, by t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom. Null for n < 3. */
export function correlationP(r: number, n: number): number | null {
  if (n < 3) return null;
  if (Math.abs(r) === 1) return 0;
  return tTwoSidedP(r * Math.sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2);
}

function weightedMean(values: ArrayLike<number>, weights?: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights ? weights[i]! : 1;
    sum += weight * values[i]!;
    total += weight;
  }
  return sum / total;
}
