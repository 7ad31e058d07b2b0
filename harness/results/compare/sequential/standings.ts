import { type PlannedLook, shareOfInterval } from "../../../record/domain/looks.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import type { runComparison } from "../request.ts";
import { type Standing, standingOf } from "./futility.ts";

/** How a rule of the gate stood at a look. */
export interface RuleStanding
  extends Pick<MetricComparison, "metric" | "group" | "unit" | "better" | "distinct" | "family"> {
  /** The mean change, in the metric's unit, with its interval at this look. */
  change: number | null;
  low: number | null;
  high: number | null;
  /** The loss over its standard error, and below which no regression is expected any more; null where nothing varies. */
  z: Standing["z"];
  bound: Standing["bound"];
  futile: boolean;
  /** Standard error of the change at full information. */
  error: number;
  /** Holm-corrected, and that which calls a loss here; 0: none is called at this look. */
  p: number | null;
  calls_from: number;
  /** Of the rule, over all looks. */
  level: number;
}

/** The gate's rules on metrics, over everything and in each group. */
export function standingsOf(
  { comparison: { metrics, ruled, identical }, gate }: ReturnType<typeof runComparison>,
  look: PlannedLook,
): RuleStanding[] {
  const rules = gate!.rules.metrics;
  const rows = [...metrics, ...ruled].filter(({ metric, expected }) => metric in rules && expected > 0);
  return rows.map((row) => {
    const { metric, group, unit, better, distinct, difference, spread, alpha, adjusted_p, family, low, high } = row;
    const level = row.level / shareOfInterval(look);
    const loss = (better === "lower" ? 1 : -1) * (difference ?? 0);
    const own = { loss, spread: spread ?? 0, distinct, min_effect: rules[metric]!.min_effect, alpha };
    const isKnown = difference !== null && (spread !== null || identical);
    const { isFutile, ...standing } = standingOf(own, look.fraction);
    return {
      ...{ metric, group, unit, better, distinct, family },
      ...{ change: difference, low, high, level, ...standing, futile: isKnown && isFutile },
      ...{ p: adjusted_p, calls_from: level * look.loss_share },
    };
  });
}
