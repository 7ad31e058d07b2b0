import { type AgreementEstimate, type Chance, chanceCorrected, type EstimateOptions } from "./chance-corrected.ts";
import type { Counted, Ratings } from "./ratings.ts";

/**
 * Conger's kappa (Psychological Bulletin 88, 1980): chance by each rater's own distribution of categories, mean over
 * pairs of raters. With two raters it is Cohen's kappa (1960; weighted 1968), here with missing ratings and a standard
 * error; without missing ratings its square times (n - 1) / n is the asymptotic variance of Fleiss, Cohen & Everitt (1969).
 */
export function congerKappa(ratings: Ratings, options: EstimateOptions = {}): AgreementEstimate | null {
  return chanceCorrected(ratings, ownMarginsChance, options);
}

function ownMarginsChance({ units, categories, weights }: Counted): Chance {
  const raters = units.reduce((most, unit) => Math.max(most, unit.length), 0);
  const sizes = Array.from({ length: raters }, (_, r) => units.filter((unit) => unit[r] != null).length);
  const margins = sizes.map((size, r) =>
    categories.map((_, k) => (size === 0 ? 0 : units.filter((unit) => unit[r] === k).length / size)),
  );
  const near = margins.map((margin) => weights.map((row) => row.reduce((sum, w, l) => sum + w * margin[l]!, 0)));
  const all = categories.map((_, k) => near.reduce((sum, row) => sum + row[k]!, 0));
  // What all other raters' margins agree on with rater r in category k.
  const others = near.map((row) => row.map((value, k) => all[k]! - value));
  const pairs = raters * (raters - 1);
  const perRater = margins.map((margin, r) => margin.reduce((sum, share, k) => sum + share * others[r]![k]!, 0));
  const expected = perRater.reduce((sum, value) => sum + value, 0) / pairs;
  const influence = units.map((unit) => {
    const moves = unit.map((k, r) => (k === null ? 0 : (units.length / sizes[r]!) * (others[r]![k]! - perRater[r]!)));
    return (2 * moves.reduce((sum, move) => sum + move, 0)) / pairs;
  });
  return { expected, influence };
}
