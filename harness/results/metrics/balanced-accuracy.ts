import type { Estimate } from "../../record/domain/estimate.ts";

/**
 * Balanced accuracy of abstention: mean of the shares of unanswerable scenarios that were declined and of answerable ones that were not, so that
 * who always abstains, or never, has .5 whatever the mix. Unscored where the run has only one kind. The interval joins both by MOVER (Zou &
 * Donner, Statistics in Medicine 27, 2008). Example: 8 of 10 declined, 1 of 10 wrongly: .85.
 */
export function balancedAccuracy(correct: Estimate, wrong: Estimate): Estimate {
  const counts = { n: correct.n + wrong.n, unscored: correct.unscored + wrong.unscored };
  if (correct.mean === null || wrong.mean === null) return { mean: null, low: null, high: null, ...counts };
  const mean = (correct.mean + 1 - wrong.mean) / 2;
  const reach = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.hypot(a, b) / 2);
  const below = reach(away(correct.mean, correct.low), away(wrong.mean, wrong.high));
  const above = reach(away(correct.mean, correct.high), away(wrong.mean, wrong.low));
  return {
    mean,
    low: below === null ? null : Math.max(0, mean - below),
    high: above === null ? null : Math.min(1, mean + above),
    ...counts,
  };
}

function away(mean: number, limit: number | null): number | null {
  return limit === null ? null : limit - mean;
}
