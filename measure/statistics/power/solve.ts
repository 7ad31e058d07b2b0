import { findRoot } from "../basics/find-root.ts";

/**
 * Smallest sample size with this power, by definition: a number of observations, not rounded (books print both); `powerAt` must not fall with n. Null when even
 * 10 million do not reach it.
 */
export function sampleSizeFor(
  powerAt: (n: number) => number,
  { power = 0.8, from = 2 }: { power?: number; from?: number } = {},
): number | null {
  if (powerAt(from) >= power) return from;
  for (let high = 2 * from; high <= 1e7; high *= 2)
    if (powerAt(high) >= power) return findRoot((n) => powerAt(n) - power, { low: high / 2, high });
  return null;
}

/** Smallest effect that would be found with this power: what a run cannot see below. Null when even `to` would not. */
export function detectableEffect(
  powerAt: (effect: number) => number,
  { power = 0.8, to = 10 }: { power?: number; to?: number } = {},
): number | null {
  return powerAt(to) < power ? null : findRoot((effect) => powerAt(effect) - power, { low: 0, high: to });
}
