import type { Comparison } from "./compare.ts";
import { scenariosLike } from "./detectable.ts";
import type { GateResult } from "./gate/decide.ts";

/** What a rule's test could have seen. */
export interface RulePower {
  metric: string;
  /** The configuration, model or family that the rule is held against, or `all`. */
  group: string;
  unit: Comparison["metrics"][number]["unit"];
  scenarios: number;
  /** Smallest loss that matters. */
  matters: number;
  /** Smallest that these scenarios show 4 times in 5; null: none. */
  found_from: number | null;
  /** Scenarios that would show what matters; null: more than 500. */
  needed: number | null;
}

/** Power of each rule on a metric, over everything and in each group of the gate, at the level that Holm leaves the smallest p. */
export function powerOf({ comparison, gate }: { comparison: Comparison; gate: GateResult }): RulePower[] {
  if (comparison.identical) return [];
  return [...comparison.metrics, ...comparison.ruled].flatMap((row) => {
    const rule = gate.rules.metrics[row.metric];
    if (!rule || row.spread === null) return [];
    const { metric, group, unit, scenarios } = row;
    const needed = rule.min_effect > 0 ? scenariosLike(row, rule.min_effect) : null;
    return [{ metric, group, unit, scenarios, matters: rule.min_effect, found_from: row.detectable, needed }];
  });
}
