import type { Random } from "../../../base/random.ts";

/** Up to this many pairs that differ, all sign patterns are tried: 2^16 = 65,536. */
const EXACT_UP_TO = 16;

/** A mean difference and its p; `exact` where every pattern of signs was counted. */
export interface PermutationResult {
  /** Mean difference. */
  difference: number;
  /** Two-sided. */
  p: number;
  exact: boolean;
}

/**
 * Paired sign-flip permutation test of "the differences are symmetric about 0" (Fisher 1935), by the sum of differences.
 * Exact over all sign patterns when at most 16 pairs differ; otherwise p = (b + 1) / (k + 1) over k random patterns
 * (Phipson & Smyth 2010), which is never 0. One difference per independent unit: average repeats per scenario first.
 */
export function signFlipTest(
  differences: readonly number[],
  options: { random: Random; permutations?: number },
): PermutationResult | null {
  if (differences.length === 0) return null;
  const moving = differences.filter((value) => value !== 0).map(Math.abs);
  const sum = differences.reduce((total, value) => total + value, 0);
  // Patterns that tie with the observed sum up to rounding count as extreme.
  const bar = Math.abs(sum) - 1e-10 * moving.reduce((total, value) => total + value, 0);
  const exact = moving.length <= EXACT_UP_TO;
  const p = exact ? exactP(moving, bar) : sampledP(moving, bar, options);
  return { difference: sum / differences.length, p, exact };
}

function exactP(sizes: readonly number[], bar: number): number {
  const patterns = 2 ** sizes.length;
  let extreme = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let i = 0; i < sizes.length; i++) sum += (pattern >> i) & 1 ? sizes[i]! : -sizes[i]!;
    if (Math.abs(sum) >= bar) extreme++;
  }
  return extreme / patterns;
}

function sampledP(sizes: readonly number[], bar: number, options: { random: Random; permutations?: number }): number {
  const permutations = options.permutations ?? 10_000;
  let extreme = 0;
  for (let k = 0; k < permutations; k++) {
    let sum = 0;
    for (const size of sizes) sum += options.random() < 0.5 ? size : -size;
    if (Math.abs(sum) >= bar) extreme++;
  }
  return (extreme + 1) / (permutations + 1);
}
