import { mean, standardDeviation } from "../basics/describe.ts";

export interface ReplicateLimits {
  bias: number;
  lower: number;
  upper: number;
  /** Of the difference of two single measurements. */
  sd: number;
  /** Of the differences of the subjects' means, and of each method from one replicate to the next. */
  varianceOfMeans: number;
  withinFirst: number;
  withinSecond: number;
  subjects: number;
}

/**
 * Limits of agreement for single measurements when each method measured each subject several times and the replicates are not in
 * pairs (Bland & Altman, Statistical Methods in Medical Research 8, 1999, sections 5.1 and 5.2): the variance of the differences of
 * means, and of each method's own variance the share that the means have averaged away. Limits from means alone are too narrow.
 * `first[subject]` and `second[subject]`. For replicates in pairs: `repeatedLimits`. Null below two subjects, or where a method has no replicates.
 */
export function replicateLimits(
  first: readonly (readonly number[])[],
  second: readonly (readonly number[])[],
  multiplier = 1.96,
): ReplicateLimits | null {
  const kept = first.map((_, i) => i).filter((i) => first[i]!.length > 0 && (second[i]?.length ?? 0) > 0);
  const [x, y] = [kept.map((i) => first[i]!), kept.map((i) => second[i]!)];
  const [withinFirst, withinSecond] = [withinVariance(x), withinVariance(y)];
  if (kept.length < 2 || withinFirst === null || withinSecond === null) return null;
  const differences = x.map((values, i) => mean(values)! - mean(y[i]!)!);
  const bias = mean(differences)!;
  const varianceOfMeans = standardDeviation(differences)! ** 2;
  const sd = Math.sqrt(varianceOfMeans + averagedAway(x) * withinFirst + averagedAway(y) * withinSecond);
  const half = multiplier * sd;
  const limits = { bias, lower: bias - half, upper: bias + half, sd };
  return { ...limits, varianceOfMeans, withinFirst, withinSecond, subjects: kept.length };
}

/** One-way analysis of variance. */
function withinVariance(groups: readonly (readonly number[])[]): number | null {
  const freedom = groups.reduce((sum, group) => sum + group.length - 1, 0);
  if (freedom === 0) return null;
  const squares = groups.reduce((sum, group) => {
    const centre = mean(group)!;
    return sum + group.reduce((own, value) => own + (value - centre) ** 2, 0);
  }, 0);
  return squares / freedom;
}

/** 1 - 1 / m, m being the harmonic mean of the numbers of replicates. */
function averagedAway(groups: readonly (readonly number[])[]): number {
  return 1 - mean(groups.map((group) => 1 / group.length))!;
}
