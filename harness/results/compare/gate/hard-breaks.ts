import { countOf } from "../../../../base/counts.ts";
import type { GateRule } from "../../../record/config/gate-schema.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { showValue } from "../render/format.ts";
import { ofGroup } from "./judge-metric.ts";
import type { RuleResult } from "./rule-result.ts";
import type { ScenarioChange } from "./scenario-changes.ts";

/**
 * Scenarios that passed in the baseline and fail now, each by its mean over configurations and repeats. No test and no
 * correction: the rule is for scenarios that must not break, and says nothing about chance. One that passed and has no score now may have broken.
 */
export function findHardBreaks(
  { metric, group, better, unit }: MetricComparison,
  breaks: NonNullable<GateRule["hard_breaks"]>,
  scenarios: readonly ScenarioChange[],
): RuleResult {
  const sign = better === "lower" ? -1 : 1;
  const passed = scenarios.filter(({ before }) => sign * before >= sign * breaks.from);
  const broken = passed.filter(({ after }) => after !== null && sign * after < sign * breaks.below);
  const unknown = passed.filter(({ after }) => after === null);
  const list = (of: readonly ScenarioChange[]) => {
    const shown = of
      .slice(0, 5)
      .map(({ scenario, before, after }) => `${scenario} ${showValue(before, unit)} -> ${showValue(after, unit)}`);
    return `${shown.join(", ")}${of.length > shown.length ? ` and ${of.length - shown.length} more` : ""}`;
  };
  const finding = (decision: RuleResult["decision"], message: string, of: readonly ScenarioChange[]): RuleResult => ({
    rule: `hard breaks of ${metric}${ofGroup(group)}`,
    decision,
    message,
    executions: of.flatMap(({ names }) => names).slice(0, 5),
  });
  const scenarioCount = countOf(broken.length, "scenario");
  const counted =
    broken.length === 0 ? "no scenario broke" : `${scenarioCount} broke, ${breaks.allowed} allowed: ${list(broken)}`;
  if (broken.length > breaks.allowed) return finding("regression", counted, broken);
  if (broken.length + unknown.length > breaks.allowed)
    return finding("inconclusive", `${counted}; without a score now: ${list(unknown)}`, unknown);
  return finding("pass", counted, broken);
}
