import { type AgreementEstimate, chanceCorrected, type EstimateOptions } from "./chance-corrected.ts";
import type { Ratings } from "./ratings.ts";

/**
 * Brennan & Prediger's coefficient (1981): chance is the mean weight, 1 / q without weights. Depends on how many
 * categories there are, so pass `categories` when some were not used.
 */
export function brennanPrediger(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  return chanceCorrected(
    ratings,
    ({ weights, counts }) => ({
      expected: weights.flat().reduce((sum, weight) => sum + weight, 0) / weights.length ** 2,
      influence: counts.map(() => 0),
    }),
    options,
  );
}
