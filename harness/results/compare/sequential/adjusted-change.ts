import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { type Adjusted, adjustedAt } from "../../../../measure/statistics/sequential/adjusted.ts";
import type { Looks } from "../../../../measure/statistics/sequential/characteristics.ts";
import type { PlannedLook } from "../../../record/domain/looks.ts";
import type { RuleStanding } from "./standings.ts";

/** A change as it is where looks stop a series, in the metric's unit. */
export interface AdjustedChange {
  metric: string;
  group: string;
  /** Median-unbiased by normal theory, within the interval. */
  estimate: number;
  /** Holds at 1 - `level` wherever the series stops, as the gate's own test does: for every distribution of bounded scores. */
  low: number;
  high: number;
  level: number;
}

type Taken = readonly { look: PlannedLook; rules: readonly RuleStanding[] }[];

/**
 * A mean that was looked at until it seemed small looks smaller than it is. The interval is what the gate's intervals of all looks so far have in common: each
 * has its share of the level (repeated confidence intervals: Jennison and Turnbull, JRSS B 51, 1989), so that nothing is assumed of how the shares add up nor
 * of how the series was stopped. Null where nothing varies.
 */
export function adjustedChange(rule: RuleStanding, taken: Taken): AdjustedChange | null {
  const found = stageWise(rule, taken);
  const { metric, group, better, error, level } = rule;
  if (found === null || rule.low === null || rule.high === null) return null;
  const own = taken.flatMap(({ rules }) => ownOf(rule, rules) ?? []);
  const [low, high] = [
    Math.max(...own.flatMap((one) => one.low ?? [])),
    Math.min(...own.flatMap((one) => one.high ?? [])),
  ];
  // Apart from each other they lie where one of them does not hold.
  const interval = low <= high ? { low, high } : { low: rule.low, high: rule.high };
  const estimate = (better === "lower" ? 1 : -1) * found.estimate * error;
  return {
    ...{ metric, group, level, ...interval },
    estimate: Math.min(interval.high, Math.max(interval.low, estimate)),
  };
}

function ownOf({ metric, group }: RuleStanding, rules: readonly RuleStanding[]): RuleStanding | undefined {
  return rules.find((rule) => rule.metric === metric && rule.group === group);
}

/** By normal theory in the stage-wise order, by the bounds that were executed. In drifts, a loss being positive. */
export function stageWise(rule: RuleStanding, taken: Taken): Adjusted | null {
  return rule.z === null ? null : adjustedAt(boundsPassed(rule, taken), { look: taken.length - 1, z: rule.z });
}

/**
 * Those of the looks that the rule passed. Where it lay beyond one and went on nonetheless, because of another rule or since the gate's test asks for more
 * than normal theory, there was none.
 */
export function boundsPassed(rule: RuleStanding, taken: Taken): Looks {
  const passed = taken.map(({ look, rules }) => ({ look, own: ownOf(rule, rules) }));
  return {
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
}
