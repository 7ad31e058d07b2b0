import { grouped } from "../../../../base/grouped.ts";
import { compareText } from "../../../../base/text-order.ts";
import type { GateConfig } from "../../../record/config/gate-schema.ts";
import { isNotApplicable } from "../../metrics/execution/metric.ts";
import type { Comparison } from "../compare.ts";
import type { RunSource } from "../sources/run-source.ts";
import { tallied } from "../tallied.ts";
import { ofGroup } from "./judge-metric.ts";
import type { RuleResult } from "./rule-result.ts";

interface CapInput {
  gate: Pick<GateConfig, "caps" | "by">;
  metrics: readonly string[];
  unchanged: Pick<Comparison, "unchanged" | "identical">;
  baseline: RunSource;
  candidate: RunSource;
}

/**
 * Every cap that is set, held against the candidate. One whose value is unknown is inconclusive, never passed. Shares of executions are held within
 * each group of the gate too, and without what cannot have changed; cost and time are known of whole runs alone.
 */
export function checkCaps({ gate: { caps, by }, metrics, unchanged, baseline, candidate }: CapInput): RuleResult[] {
  const [before, after] = [baseline.provenance, candidate.provenance];
  const changed = candidate.executions.filter(
    ({ configuration }) => unchanged.identical || !unchanged.unchanged.includes(configuration),
  );
  const parts: [string, RunSource][] = [
    ["all", { ...candidate, executions: changed }],
    ...by.flatMap((key) =>
      [...grouped(changed, (execution) => execution[key])]
        .sort(([a], [b]) => compareText(a, b))
        .map(([group, executions]): [string, RunSource] => [group, { ...candidate, executions }]),
    ),
  ];
  return [
    ...parts.flatMap(([group, part]) =>
      metrics.map((metric) => unscored(metric, { group, baseline, candidate: part }, caps.unscored)),
    ),
    ...parts.flatMap(([group, part]) => cap(`failures${ofGroup(group)}`, caps.failures, failures(part), percent)),
    ...cap("cost", caps.cost_usd, after.cost_usd, dollars),
    ...cap(
      "cost per execution",
      caps.cost_increase,
      increase(costPerExecution(baseline), costPerExecution(candidate)),
      more,
    ),
    ...cap("latency p95", caps.latency_p95_s, after.latency_p95_s, seconds),
    ...cap("median latency", caps.latency_increase, increase(before.latency_median_s, after.latency_median_s), more),
  ];
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
const more = (value: number) => `${value < 0 ? "" : "+"}${(100 * value).toFixed(1)} %`;
const dollars = (value: number) => `${value.toFixed(2)} US dollars`;
const seconds = (value: number) => `${value.toFixed(1)} s`;

function cap(
  rule: string,
  limit: number | undefined,
  value: number | null,
  show: (value: number) => string,
): RuleResult[] {
  if (limit === undefined) return [];
  if (value === null)
    return [
      {
        rule,
        cap: true,
        decision: "inconclusive",
        message: `not known, at most ${show(limit)} allowed`,
        executions: [],
      },
    ];
  const decision = value > limit ? "regression" : "pass";
  return [{ rule, cap: true, decision, message: `${show(value)}, at most ${show(limit)} allowed`, executions: [] }];
}

/** What a metric is about is not for the candidate alone to say: where the baseline has a score or should have one, so should it. */
function unscored(
  metric: string,
  { group, baseline, candidate }: Record<"baseline" | "candidate", RunSource> & { group: string },
  limit: number,
): RuleResult {
  const known = new Map(baseline.executions.map(({ name, scores }) => [name, scores[metric]?.reason]));
  const applicable = candidate.executions.filter(
    ({ name, scores }) =>
      !isNotApplicable(scores[metric]?.reason) || (known.has(name) && !isNotApplicable(known.get(name))),
  );
  const without = applicable.filter(({ scores }) => (scores[metric]?.value ?? null) === null);
  const share = applicable.length === 0 ? 0 : without.length / applicable.length;
  const reasons = Object.entries(tallied(without.map(({ scores }) => scores[metric]?.reason ?? "missing")));
  const detail = reasons.map(([reason, count]) => `${count} ${reason}`).join(", ");
  return {
    rule: `unscored of ${metric}${ofGroup(group)}`,
    cap: true,
    decision: share > limit ? "regression" : "pass",
    message: `${percent(share)} of ${applicable.length}, at most ${percent(limit)} allowed${detail === "" ? "" : `: ${detail}`}`,
    executions: share > limit ? without.slice(0, 5).map(({ name }) => name) : [],
  };
}

function failures({ executions }: RunSource): number | null {
  if (executions.length === 0) return null;
  return executions.filter(({ outcome }) => outcome !== "success").length / executions.length;
}

function costPerExecution({ executions, provenance }: RunSource): number | null {
  return provenance.cost_usd === null || executions.length === 0 ? null : provenance.cost_usd / executions.length;
}

/** Share by which it grew; null when a side is unknown, or from nothing to something. */
function increase(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null;
  if (before === after) return 0;
  return before === 0 ? null : after / before - 1;
}
