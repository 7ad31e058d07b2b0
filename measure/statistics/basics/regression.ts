import { tTwoSidedP } from "./distributions.ts";

export interface FittedLine {
  slope: number;
  intercept: number;
  /** Two-sided p of slope = 0 by t with n - 2 degrees of freedom; null for n < 3. */
  p: number | null;
}

/**
 * Least-squares line of y on x. Null with fewer than two points or constant x. Sums of deviations, not of raw products as
 * in simple-statistics, whose slope loses digits when means are large.
 */
export function fitLine(x: readonly number[], y: readonly number[]): FittedLine | null {
  const n = x.length;
  const meanX = x.reduce((sum, value) => sum + value, 0) / n;
  const meanY = y.reduce((sum, value) => sum + value, 0) / n;
  let xx = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    xx += (x[i]! - meanX) ** 2;
    xy += (x[i]! - meanX) * (y[i]! - meanY);
  }
  if (!(xx > 0)) return null;
  const slope = xy / xx;
  const intercept = meanY - slope * meanX;
  const residuals = x.reduce((sum, value, i) => sum + (y[i]! - intercept - slope * value) ** 2, 0);
  const standardError = Math.sqrt(residuals / (n - 2) / xx);
  return { slope, intercept, p: n < 3 ? null : slopeP(slope, standardError, n) };
}

function slopeP(slope: number, standardError: number, n: number): number {
  if (standardError === 0) return slope === 0 ? 1 : 0; // All points on one line.
  return tTwoSidedP(slope / standardError, n - 2);
}
