import {
  type AgreementEstimate,
  type Chance,
  categoryShares,
  chanceCorrected,
  type EstimateOptions,
} from "./chance-corrected.ts";
import type { Counted, Ratings } from "./ratings.ts";

/**
 * Fleiss' kappa (1971), weighted and with missing ratings after Gwet (2014): chance by one distribution of categories for
 * all raters. With two raters it is Scott's pi (1955). Null where all ratings are one category.
 */
export function fleissKappa(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  return chanceCorrected(ratings, pooledChance, options);
}

function pooledChance(counted: Counted): Chance {
  const shares = categoryShares(counted);
  const near = shares.map((_, k) => shares.reduce((sum, share, l) => sum + counted.weights[k]![l]! * share, 0));
  const expected = shares.reduce((sum, share, k) => sum + share * near[k]!, 0);
  const influence = counted.counts.map(
    (row, u) => 2 * (row.reduce((sum, n, k) => sum + n * near[k]!, 0) / counted.totals[u]! - expected),
  );
  return { expected, influence };
}
