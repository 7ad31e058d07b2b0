import { countOf } from "../../../../base/counts.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { showValue } from "../render/format.ts";
import { ofGroup } from "./judge-metric.ts";
import type { RuleResult } from "./rule-result.ts";

const SHOWN = 10;

/**
 * A rule said that no scenario can change by more than so much, and some did. One that lost more is a regression by itself: it is what was
 * said not to happen. One that gained more only takes from the test what it rested on, so that the mean is tested over the metric's whole range.
 */
export function foundBeyond({ metric, group, unit, beyond }: MetricComparison): RuleResult[] {
  if (beyond === undefined) return [];
  const { limit, worse, better } = beyond;
  const named = (list: readonly string[]) =>
    `${list.slice(0, SHOWN).join(", ")}${list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ""}`;
  const said = `more than the ${showValue(limit, unit)} that largest_change says one can`;
  const list = worse.length > 0 ? worse : better;
  const message = `${countOf(list.length, "scenario")} ${worse.length > 0 ? "lost" : "gained"} ${said}: ${named(list)}; the mean is tested without it`;
  const rule = `largest change of ${metric}${ofGroup(group)}`;
  return [{ rule, decision: worse.length > 0 ? "regression" : "pass", message, executions: [] }];
}
