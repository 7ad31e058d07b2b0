import { mean } from "../basics/describe.ts";
import { oneWay } from "../factorial/one-way.ts";

export interface RepeatedLimits {
  bias: number;
  lower: number;
  upper: number;
  /** Of the differences between subjects, and from one repeat to the next. */
  betweenVariance: number;
  withinVariance: number;
  subjects: number;
}

/**
 * Limits of agreement for single measurements when each subject was measured several times by both methods in pairs, its
 * true value free to change (Bland & Altman, Journal of Biopharmaceutical Statistics 17, 2007, section 3): components of
 * one-way analysis of variance of the differences. Taking repeats for independent, or averaging them first, gives
 * limits that are too narrow. `differences[subject]` holds one number a pair. Null below two subjects or without repeats.
 */
export function repeatedLimits(differences: readonly (readonly number[])[], multiplier = 1.96): RepeatedLimits | null {
  const groups = differences.filter((group) => group.length > 0);
  const variance = oneWay(groups);
  if (variance === null) return null;
  const { between: betweenVariance, within: withinVariance } = variance;
  const bias = mean(groups.flat())!;
  const half = multiplier * Math.sqrt(betweenVariance + withinVariance);
  return { bias, lower: bias - half, upper: bias + half, betweenVariance, withinVariance, subjects: groups.length };
}
