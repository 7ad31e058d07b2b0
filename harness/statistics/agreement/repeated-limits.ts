import { mean } from "../basics/describe.ts";

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
  const all = groups.flat();
  if (groups.length < 2 || all.length === groups.length) return null;
  const bias = mean(all)!;
  const means = groups.map((group) => mean(group)!);
  const within = groups.reduce((sum, group, i) => sum + group.reduce((s, d) => s + (d - means[i]!) ** 2, 0), 0);
  const between = groups.reduce((sum, group, i) => sum + group.length * (means[i]! - bias) ** 2, 0);
  const withinVariance = within / (all.length - groups.length);
  const squares = groups.reduce((sum, group) => sum + group.length ** 2, 0);
  const size = (all.length ** 2 - squares) / ((groups.length - 1) * all.length); // Of a typical group.
  const betweenVariance = Math.max(0, (between / (groups.length - 1) - withinVariance) / size);
  const half = multiplier * Math.sqrt(betweenVariance + withinVariance);
  return { bias, lower: bias - half, upper: bias + half, betweenVariance, withinVariance, subjects: groups.length };
}
