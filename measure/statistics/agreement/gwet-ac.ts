import {
  type AgreementEstimate,
  type Chance,
  categoryShares,
  chanceCorrected,
  type EstimateOptions,
} from "./chance-corrected.ts";
import type { Counted, Ratings } from "./ratings.ts";

/**
 * Gwet's AC1, with weights AC2 (British Journal of Mathematical and Statistical Psychology 61, 2008; Handbook 2014): only
 * ratings of hard units are taken to agree by chance, so a rare category does not turn high agreement into a low
 * coefficient as with kappa.
 */
export function gwetAc(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  return chanceCorrected(ratings, hardUnitChance, options);
}

function hardUnitChance(counted: Counted): Chance {
  const q = counted.categories.length;
  const shares = categoryShares(counted);
  const allWeights = counted.weights.flat().reduce((sum, weight) => sum + weight, 0);
  const factor = q > 1 ? allWeights / (q * (q - 1)) : 0;
  const expected = factor * shares.reduce((sum, share) => sum + share * (1 - share), 0);
  const influence = counted.counts.map(
    (row, u) =>
      2 * ((factor * row.reduce((sum, n, k) => sum + n * (1 - shares[k]!), 0)) / counted.totals[u]! - expected),
  );
  return { expected, influence };
}
