import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { futilityBounds } from "../../../../measure/statistics/sequential/boundaries.ts";

/** With which the loss that a series is planned for is found at the end. */
const POWER = 0.8;
/**
 * A series whose chance of a regression at the end is below this goes no further: where it is planned for the loss that can be found, and where it is planned for a
 * larger one that matters. Of that one the gate itself calls but every second, so less of it may go unseen.
 */
const CHANCE = { found: 0.2, matters: 0.05 };

/** Losses in standard errors at full information. */
interface Needed {
  /** The smallest that is significant at the end. */
  least: number;
  /** The smallest that matters. */
  matters: number;
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
 * A regression needs a loss that is significant and as large as the one that matters. It is not expected any more where its chance at the end is too
 * small, even if from here on the candidate lost what the series is planned for: what is found 4 times in 5, and at least what matters (conditional
 * power: Lan, Simon and Halperin, Sequential Analysis 1, 1982). Such a stop calls no loss, so it costs no false alarm whatever the distribution is.
 */
export function standingOf({ loss, spread, distinct, min_effect, alpha }: RuleAtLook, fraction: number): Standing {
  if (spread === 0) return { z: null, bound: null, isFutile: loss < min_effect || loss <= 0, error: 0 };
  const error = spread / Math.sqrt(distinct / fraction);
  const needed = { least: -normalQuantile(alpha / 2), matters: min_effect / error };
  const z = loss / (spread / Math.sqrt(distinct));
  const bound = futilityBound(fraction, needed);
  return { z, bound, isFutile: z < bound, error };
}

/** The statistic at this fraction of the information below which the chance is too small; at the end that which a regression needs. */
export function futilityBound(fraction: number, { least, matters }: Needed): number {
  const critical = Math.max(least, matters);
  const drift = Math.max(least + normalQuantile(POWER), matters);
  const looks = { fractions: [fraction, 1], upper: [Number.POSITIVE_INFINITY, critical] };
  return fraction < 1
    ? futilityBounds(looks, { drift, power: matters > least ? CHANCE.matters : CHANCE.found })[0]!
    : critical;
}
