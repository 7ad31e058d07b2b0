import { normalQuantile, tQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { adjustedAt } from "../../../../measure/statistics/sequential/adjusted.ts";
import type { PlannedLook } from "../../../record/domain/looks.ts";
import type { RuleStanding } from "./standings.ts";

/** A change with what the looks did to it undone, in the metric's unit; by normal theory, at 95 %. */
export interface AdjustedChange {
  metric: string;
  group: string;
  /** Median-unbiased. */
  estimate: number;
  low: number;
  high: number;
}

/**
 * A mean that was looked at until it seemed small looks smaller than it is. Estimate and interval in the stage-wise order, by the bounds that were
 * executed: those of the looks that the rule passed. Where it lay beyond one and went on nonetheless, because of another rule or since the gate's test
 * asks for more than normal theory, there was none.
 * Null where nothing varies.
 */
export function adjustedChange(
  { metric, group, better, z, error, distinct }: RuleStanding,
  taken: readonly { look: PlannedLook; rules: readonly RuleStanding[] }[],
): AdjustedChange | null {
  if (z === null) return null;
  const passed = taken.map(({ look, rules }) => ({
    look,
    own: rules.find((rule) => rule.metric === metric && rule.group === group),
  }));
  const looks = {
    fractions: passed.map(({ look }) => look.fraction),
    upper: passed.map(({ own }, at) => {
      if (!own || own.calls_from === 0) return Number.POSITIVE_INFINITY;
      const bound = -normalQuantile(own.calls_from / own.family / 2);
      return at < passed.length - 1 && (own.z ?? 0) >= bound ? Number.POSITIVE_INFINITY : bound;
    }),
    lower: passed.map(({ look, own }, at) => {
      const isLast = at === passed.length - 1;
      if (!own || own.bound === null || look.interval_share === 0 || look.fraction === 1) return undefined;
      return own.futile && !isLast ? undefined : own.bound;
    }),
  };
  const found = adjustedAt(looks, { look: passed.length - 1, z });
  const change = (drift: number) => (better === "lower" ? 1 : -1) * drift * error;
  // The spread is that of so few observations: as far as Student's t goes beyond the normal distribution.
  const wider = tQuantile(0.975, Math.max(1, distinct - 1)) / normalQuantile(0.975);
  const limit = (drift: number) => change(found.estimate + wider * (drift - found.estimate));
  const [low, high] = [limit(found.low), limit(found.high)].sort((a, b) => a - b) as [number, number];
  return { metric, group, estimate: change(found.estimate), low, high };
}
