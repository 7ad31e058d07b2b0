import { grouped } from "../../../db/base/grouped.ts";
import { compareText } from "../../../db/base/hash.ts";
import type { GateRule } from "../../config/gate-schema.ts";
import { mean } from "../../statistics/basics/describe.ts";
import { type MetricComparison, scoredPairs } from "../metric-comparison.ts";
import type { Pair } from "../pairing.ts";
import { showValue } from "../render/format.ts";
import type { Finding } from "./finding.ts";

/**
 * Scenarios that passed in the baseline and fail now, each by its mean over configurations and repeats. No test and no
 * correction: the rule is for scenarios that must not break, and says nothing about chance.
 */
export function findHardBreaks(
  { metric, better, unit }: MetricComparison,
  breaks: NonNullable<GateRule["hard_breaks"]>,
  pairs: readonly Pair[],
): Finding {
  const sign = better === "lower" ? -1 : 1;
  const byScenario = grouped(scoredPairs(metric, pairs).scored, ({ scenario }) => scenario);
  const broken = [...byScenario]
    .map(([scenario, flips]) => ({
      scenario,
      before: mean(flips.map(({ baseline }) => baseline))!,
      after: mean(flips.map(({ candidate }) => candidate))!,
      names: flips.filter(({ change }) => sign * change < 0).map(({ name }) => name),
    }))
    .filter(({ before, after }) => sign * before >= sign * breaks.from && sign * after < sign * breaks.below)
    .sort((a, b) => sign * (a.after - a.before - b.after + b.before) || compareText(a.scenario, b.scenario));
  const list = broken
    .slice(0, 5)
    .map(({ scenario, before, after }) => `${scenario} ${showValue(before, unit)} -> ${showValue(after, unit)}`);
  const more = broken.length > list.length ? ` and ${broken.length - list.length} more` : "";
  return {
    rule: `hard breaks of ${metric}`,
    decision: broken.length > breaks.allowed ? "regression" : "pass",
    message:
      broken.length === 0
        ? "no scenario broke"
        : `${broken.length} ${broken.length === 1 ? "scenario" : "scenarios"} broke, ${breaks.allowed} allowed: ${list.join(", ")}${more}`,
    executions: broken.flatMap(({ names }) => names).slice(0, 5),
  };
}
