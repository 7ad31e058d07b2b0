/**
 * Lin's concordance correlation (Biometrics 45, 1989): how near pairs are to the line of equality, so a shift or another
 * scale lowers it, which Pearson's does not see. Variances with divisor n as in the paper. Null where both sides are
 * one and the same constant, or without pairs.
 */
export function concordance(x: readonly number[], y: readonly number[]): number | null {
  const n = x.length;
  const meanX = x.reduce((sum, value) => sum + value, 0) / n;
  const meanY = y.reduce((sum, value) => sum + value, 0) / n;
  let spread = 0;
  let together = 0;
  for (let i = 0; i < n; i++) {
    spread += (x[i]! - meanX) ** 2 + (y[i]! - meanY) ** 2;
    together += (x[i]! - meanX) * (y[i]! - meanY);
  }
  const denominator = spread / n + (meanX - meanY) ** 2;
  return denominator > 0 ? (2 * together) / n / denominator : null;
}
