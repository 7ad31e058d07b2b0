import { normalCdf, normalQuantile } from "../basics/distributions.ts";

export interface McNemarPower {
  /** Chance that a case is right only for the first, only for the second system. */
  onlyFirst: number;
  onlySecond: number;
  /** Cases. */
  n: number;
  alpha?: number;
  sides?: 1 | 2;
}

/** Power of McNemar's test without correction (Connor, Biometrics 43, 1987): by both rates of cases that differ. */
export function mcnemarPower({ onlyFirst, onlySecond, n, alpha = 0.05, sides = 2 }: McNemarPower): number {
  const differ = onlyFirst + onlySecond;
  const difference = Math.abs(onlyFirst - onlySecond);
  const critical = normalQuantile(1 - alpha / sides);
  return normalCdf((difference * Math.sqrt(n) - critical * Math.sqrt(differ)) / Math.sqrt(differ - difference ** 2));
}
