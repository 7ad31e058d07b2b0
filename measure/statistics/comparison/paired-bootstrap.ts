import { type Random, randomInteger } from "../../../base/random.ts";

/**
 * Paired bootstrap test of a mean difference of 0 by shifting (Noreen 1989; Savoy, Information Processing & Management
 * 33, 1997): differences are moved to mean 0 and drawn again; p = (b + 1) / (k + 1). Sign flips keep the level better
 * in small samples. Null without pairs.
 */
export function pairedBootstrap(
  differences: readonly number[],
  { random, resamples = 10_000 }: { random: Random; resamples?: number },
): { difference: number; p: number; pGreater: number } | null {
  const n = differences.length;
  if (n === 0) return null;
  const difference = differences.reduce((sum, value) => sum + value, 0) / n;
  const shifted = differences.map((value) => value - difference);
  const rounding = 1e-12 * differences.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let [further, above] = [0, 0];
  for (let k = 0; k < resamples; k++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += shifted[randomInteger(random, n)]!;
    if (Math.abs(sum / n) >= Math.abs(difference) - rounding) further++;
    if (sum / n >= difference - rounding) above++;
  }
  return { difference, p: (further + 1) / (resamples + 1), pGreater: (above + 1) / (resamples + 1) };
}
