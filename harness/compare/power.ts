import type { Comparison } from "./compare.ts";
import { scenariosLike } from "./detectable.ts";
import type { GateResult } from "./gate/decide.ts";

/** What a rule's test could have seen. */
export interface RulePower {
  metric: string;
  unit: Comparison["metrics"][number]["unit"];
  scenarios: number;
  /** Smallest loss that matters. */
  matters: number;
  /** Smallest that these scenarios show 4 times in 5; null: none. */
  found_from: number | null;
  /** Scenarios that would show what matters; null: more than 500. */
  needed: number | null;
}

/** Power of each rule on a metric, at the level that Holm leaves the smallest p. */
export function powerOf({ comparison, gate }: { comparison: Comparison; gate: GateResult }): RulePower[] {
  const { metrics: rules, level } = gate.rules;
  const tests = Object.keys(rules).length;
  return comparison.metrics.flatMap((row) => {
    const rule = rules[row.metric];
    if (!rule || row.spread === null) return [];
    const { metric, unit, scenarios } = row;
    const alpha = (rule.level ?? level) / tests;
    const needed = rule.min_effect > 0 ? scenariosLike(row, rule.min_effect, alpha) : null;
    return [{ metric, unit, scenarios, matters: rule.min_effect, found_from: row.detectable, needed }];
  });
}
