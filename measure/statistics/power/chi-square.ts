import { chiSquareQuantile } from "../basics/distributions.ts";
import { noncentralChiSquareUpper } from "../basics/noncentral.ts";

/** Power of a chi-square test of n observations in all; `w` is Cohen's effect (1988, chapter 7). */
export function chiSquarePower(options: { w: number; n: number; degreesOfFreedom: number; alpha?: number }): number {
  const { w, n, degreesOfFreedom, alpha = 0.05 } = options;
  return noncentralChiSquareUpper(chiSquareQuantile(1 - alpha, degreesOfFreedom), degreesOfFreedom, n * w ** 2);
}
