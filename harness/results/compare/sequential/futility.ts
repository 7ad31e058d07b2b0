import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { futilityBounds } from "../../../../measure/statistics/sequential/boundaries.ts";

/** With which the loss that a series is planned for is found at the end. */
export const POWER = 0.8;
/** A series whose chance of a regression at the end is below this goes no further. At twice as much, where what matters is what can be found, one loss in eleven that would have been called goes unseen; so one in thirty. */
const CHANCE = 0.1;

/** In standard errors at full information. */
export interface Needed {
  /** The loss that is called at the end. */
  critical: number;
  /** The loss that is taken for the true one from here on. */
  planned: number;
}

/** A rule's figures at a look, a loss being positive. */
export interface RuleAtLook {
  loss: number;
  /** Standard deviation of the observations. */
  spread: number;
  /** Independent observations so far. */
  distinct: number;
  min_effect: number;
  /** Two-sided level of its test at the end. */
  alpha: number;
}

/** How a rule stands at a look. */
export interface Standing {
  /** The loss over its standard error; null where nothing varies. */
  z: number | null;
  /** Below this a regression is not expected any more; null where nothing varies. */
  bound: number | null;
  isFutile: boolean;
  /** Standard error of the loss at full information. */
  error: number;
}

/**
 * A regression needs a loss that is significant and as large as the one that matters. It is not expected any more where its chance at the end is below
 * 10 %, even if from here on the candidate lost what the series is planned for: what is found 4 times in 5, and at least what matters (conditional
 * power: Lan, Simon and Halperin, Sequential Analysis 1, 1982). Such a stop calls no loss, so it costs no false alarm whatever the distribution is.
 */
export function standingOf({ loss, spread, distinct, min_effect, alpha }: RuleAtLook, fraction: number): Standing {
  if (spread === 0) return { z: null, bound: null, isFutile: loss < min_effect || loss <= 0, error: 0 };
  const error = spread / Math.sqrt(distinct / fraction);
  const least = -normalQuantile(alpha / 2);
  const matters = min_effect / error;
  const needed = { critical: Math.max(least, matters), planned: Math.max(least + normalQuantile(POWER), matters) };
  const z = loss / (spread / Math.sqrt(distinct));
  const bound = fraction < 1 ? futilityBound(fraction, needed) : needed.critical;
  return { z, bound, isFutile: z < bound, error };
}

/** The statistic at this fraction of the information below which the chance is too small. */
export function futilityBound(fraction: number, { critical, planned }: Needed): number {
  const looks = { fractions: [fraction, 1], upper: [Number.POSITIVE_INFINITY, critical] };
  return futilityBounds(looks, { drift: planned, power: CHANCE })[0]!;
}
