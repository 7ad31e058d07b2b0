import { tQuantile } from "../basics/distributions.ts";
import { type AgreementOptions, type Counted, countRatings, type Ratings } from "./ratings.ts";

export interface AgreementEstimate {
  value: number;
  /** Units sampled, raters fixed (Gwet 2014). Null for one unit. */
  standardError: number | null;
  /** t interval with n - 1 degrees of freedom, cut at 1. */
  low: number | null;
  high: number | null;
  observed: number;
  expected: number;
  units: number;
}

export interface EstimateOptions extends AgreementOptions {
  /** Divide the variance by n instead of n - 1: what is printed for contingency tables (Fleiss, Cohen & Everitt 1969). */
  asymptotic?: boolean;
}

/** What raters who guess would agree on, and how much each unit moves that (mean 0 over units), for the standard error. */
export interface Chance {
  expected: number;
  influence: readonly number[];
}

/**
 * (observed - expected) / (1 - expected) agreement of any number of raters, missing ratings allowed. Coefficients differ
 * only in `chance`. Observed: mean over units with two or more ratings; chance and the standard error use all units
 * (Gwet, Handbook of Inter-Rater Reliability, 4th ed. 2014, chapters 2 and 5). Null where no unit has two ratings or
 * chance alone agrees fully (one category).
 */
export function chanceCorrected(
  ratings: Ratings,
  chanceOf: (counted: Counted) => Chance,
  options: EstimateOptions = {},
): AgreementEstimate | null {
  const counted = countRatings(ratings, options);
  if (counted === null) return null;
  const { agreements } = counted;
  const paired = agreements.filter((agreement) => agreement !== null);
  const observed = paired.reduce((sum, agreement) => sum + agreement, 0) / paired.length;
  const { expected, influence } = chanceOf(counted);
  if (!(expected < 1)) return null;
  const value = (observed - expected) / (1 - expected);
  const scale = agreements.length / paired.length;
  const shifts = agreements.map((agreement, unit) => {
    const own = agreement === null ? 0 : (scale * (agreement - expected)) / (1 - expected);
    return own - ((1 - value) * influence[unit]!) / (1 - expected) - value;
  });
  return { value, ...interval(value, shifts, options), observed, expected, units: shifts.length };
}

/** Standard error of a mean-like estimate from each unit's shift of it, and its t interval. */
export function interval(value: number, shifts: readonly number[], { level = 0.95, asymptotic }: EstimateOptions) {
  const n = shifts.length;
  if (n < 2) return { standardError: null, low: null, high: null };
  const squares = shifts.reduce((sum, shift) => sum + shift ** 2, 0);
  const standardError = Math.sqrt(squares / (n * (asymptotic ? n : n - 1)));
  const half = tQuantile((1 + level) / 2, n - 1) * standardError;
  return { standardError, low: value - half, high: Math.min(1, value + half) };
}

/** Mean over units of the share of each category. */
export function categoryShares({ counts, totals, categories }: Counted): number[] {
  return categories.map((_, k) => counts.reduce((sum, row, u) => sum + row[k]! / totals[u]!, 0) / counts.length);
}
