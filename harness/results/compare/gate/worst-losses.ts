import { countOf } from "../../../../base/counts.ts";
import { type MetricComparison, worstScore } from "../metric-comparison.ts";
import { showValue } from "../render/format.ts";
import { ofGroup } from "./judge-metric.ts";
import type { RuleResult } from "./rule-result.ts";
import type { ScenarioChange } from "./scenario-changes.ts";

const SHOWN = 10;

/**
 * Scenarios that lost more than a single one may, whatever the mean does. No test and no correction: of many noisy scenarios
 * one falls far by chance. A scenario without any score of the candidate could have lost as much, so it is not passed.
 */
export function findWorstLosses(
  row: MetricComparison,
  limit: number,
  scenarios: readonly ScenarioChange[],
): RuleResult {
  const { metric, group, unit } = row;
  const over = scenarios.filter(({ loss }) => loss !== null && loss > limit);
  const worst = worstScore(row);
  const unknown = scenarios.filter(
    ({ loss, before }) => loss === null && (worst === null || Math.abs(before - worst) > limit),
  );
  const named = (list: readonly ScenarioChange[]) =>
    `${list
      .slice(0, SHOWN)
      .map(({ scenario, before, after }) => `${scenario} ${showValue(before, unit)} -> ${showValue(after, unit)}`)
      .join(", ")}${list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ""}`;
  const finding = (decision: RuleResult["decision"], message: string, list: readonly ScenarioChange[]): RuleResult => ({
    rule: `worst loss of ${metric}${ofGroup(group)}`,
    decision,
    message: list.length === 0 ? message : `${message}: ${named(list)}`,
    executions: list.flatMap(({ names }) => names).slice(0, 5),
  });
  const allowed = `more than the ${showValue(limit, unit)} allowed`;
  if (over.length > 0) return finding("regression", `${countOf(over.length, "scenario")} lost ${allowed}`, over);
  if (unknown.length > 0)
    return finding(
      "inconclusive",
      `${countOf(unknown.length, "scenario")} without a score could have lost ${allowed}`,
      unknown,
    );
  return finding("pass", `no scenario lost ${allowed}`, []);
}
