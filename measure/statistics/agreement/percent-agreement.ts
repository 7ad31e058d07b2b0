import { type AgreementEstimate, chanceCorrected, type EstimateOptions } from "./chance-corrected.ts";
import type { Ratings } from "./ratings.ts";

/** Weighted share of pairs of raters that agree, mean over units: no correction for chance. */
export function percentAgreement(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  return chanceCorrected(ratings, ({ counts }) => ({ expected: 0, influence: counts.map(() => 0) }), options);
}
