import { UserError } from "../../../../base/user-error.ts";
import type { GateConfig, GateRule } from "../../../record/config/gate-schema.ts";
import { type MetricFacts, SCORES } from "../metric-facts.ts";

/**
 * Refuses limits that no score can reach, such as `min_effect: 5` meant as percent: a rule with one passes whatever happens.
 * @throws UserError `config` with each of them
 */
export function refuseUnreachable(
  metrics: readonly MetricFacts[],
  gate: GateConfig,
  rules: GateConfig["metrics"],
): void {
  const ruled = metrics.filter(({ metric }) => metric in rules);
  const problems = [
    ...ruled.flatMap((facts) => beyondChange(facts, rules[facts.metric]!)),
    ...ruled.flatMap((facts) => beyondScores(facts, rules[facts.metric]!)),
    ...beyondAll(ruled, gate.worst_loss),
  ];
  if (problems.length === 0) return;
  throw new UserError("config", "the gate has limits that no score can reach: its rules would pass whatever happens", {
    problems,
    hint: "limits are in the metric's own unit: 5 % of a share is 0.05",
  });
}

const CHANGES = ["min_effect", "margin", "largest_change", "worst_loss"] as const;

function beyondChange({ metric, largest_change: most }: MetricFacts, rule: GateRule): string[] {
  return CHANGES.filter((key) => most !== null && (rule[key] ?? 0) > most).map(
    (key) =>
      `gate.metrics.${metric}.${key}: expected ${most} or less, by which it can change at most, found ${rule[key]}`,
  );
}

/** No scenario can be as good as `from`, or worse than `below`. */
function beyondScores(
  { metric, unit, better, largest_change: ends }: MetricFacts,
  { hard_breaks: breaks }: GateRule,
): string[] {
  const range = SCORES[unit];
  if (!breaks || !range || ends === null) return [];
  const [least, most] = range;
  const isLower = better === "lower";
  const said = (key: string, expected: string, found: number) =>
    `gate.metrics.${metric}.hard_breaks.${key}: expected ${expected}, found ${found}`;
  return [
    ...((isLower ? breaks.from < least : breaks.from > most)
      ? [said("from", isLower ? `${least} or more` : `${most} or less`, breaks.from)]
      : []),
    ...((isLower ? breaks.below >= most : breaks.below <= least)
      ? [said("below", isLower ? `less than ${most}` : `more than ${least}`, breaks.below)]
      : []),
  ];
}

/** The gate's own is for metrics of several units: it has to be within reach of one. */
function beyondAll(ruled: readonly MetricFacts[], worstLoss: number | undefined): string[] {
  const changes = ruled.map(({ largest_change: most }) => most ?? Number.POSITIVE_INFINITY);
  const most = Math.max(...changes);
  return worstLoss !== undefined && changes.length > 0 && worstLoss > most
    ? [`gate.worst_loss: expected ${most} or less, by which its metrics can change at most, found ${worstLoss}`]
    : [];
}
