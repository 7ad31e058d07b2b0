import { type AgreementEstimate, type EstimateOptions, interval } from "./chance-corrected.ts";
import { countRatings, type Ratings } from "./ratings.ts";

/**
 * Krippendorff's alpha with a standard error by linearisation (Gwet, Handbook of Inter-Rater Reliability, 4th ed. 2014,
 * chapter 5): agreement weights instead of distances; units with one rating are dropped. `none`, `quadratic` weights
 * give nominal and (equidistant categories) interval alpha; the ordinal level of `krippendorffAlpha` depends on the
 * frequencies and has no such weights: bootstrap that one.
 */
export function alphaEstimate(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  const rated = ratings.filter((unit) => unit.filter((value) => value !== null).length >= 2);
  const categories = options.categories ?? occurring(ratings);
  const counted = countRatings(rated, { ...options, categories });
  if (counted === null) return null;
  const { counts, totals, weights, agreements } = counted;
  const n = counts.length;
  const all = totals.reduce((sum, total) => sum + total, 0);
  const meanTotal = all / n;
  const small = 1 / all;
  const shares = weights.map((_, k) => counts.reduce((sum, row) => sum + row[k]!, 0) / all);
  const near = weights.map((row) => row.reduce((sum, weight, l) => sum + weight * shares[l]!, 0));
  const unitObserved = agreements.map((agreement, u) => (agreement! * totals[u]!) / meanTotal);
  const plain = unitObserved.reduce((sum, value) => sum + value, 0) / n;
  const observed = (1 - small) * plain + small;
  const expected = shares.reduce((sum, share, k) => sum + share * near[k]!, 0);
  if (!(expected < 1)) return null;
  const value = (observed - expected) / (1 - expected);
  const uncorrected = (plain - expected) / (1 - expected);
  const shifts = counts.map((row, u) => {
    const size = totals[u]! / meanTotal - 1; // Units with many ratings weigh more.
    const own = unitObserved[u]! - observed * size - expected;
    const chance = row.reduce((sum, count, k) => sum + count * near[k]!, 0) / meanTotal - expected * (1 + size);
    return (own - 2 * (1 - uncorrected) * chance) / (1 - expected) - uncorrected;
  });
  return { value, ...interval(value, shifts, options), observed, expected, units: n };
}

function occurring(ratings: Ratings): number[] {
  return [...new Set(ratings.flat().filter((value) => value !== null))].sort((a, b) => a - b);
}
