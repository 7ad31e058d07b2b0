import { countOf } from "../../../../base/counts.ts";
import { grouped } from "../../../../base/grouped.ts";
import { shellWord } from "../../../print/shell-word.ts";
import { nameAbsent } from "../comparable.ts";
import type { ComparedSource, Comparison } from "../compare.ts";
import type { Flip, MetricComparison } from "../metric-comparison.ts";
import type { GatedComparison } from "../verdict.ts";
import { showValue } from "./format.ts";

/** Which executions the figures are about. */
export function coverageLine({ comparison: { pairs, expected, excluded, absent, metrics } }: GatedComparison): string {
  const reasons = Object.entries(excluded).map(([reason, count]) => `${count} ${reason}`);
  const scenarios =
    metrics.length > 0
      ? `, up to ${countOf(Math.max(...metrics.map((row) => row.scenarios)), "scenario")} a metric`
      : "";
  const left = reasons.length > 0 ? `; not in both: ${reasons.join(", ")}` : "";
  return `${pairs} of ${countOf(expected, "execution")} in both${scenarios}${left}${nameAbsent(absent)}`;
}

/** Pairs without a score, with the reasons, one line a metric that has any. */
export function unscoredLines({ comparison }: GatedComparison): string[] {
  return comparison.metrics.flatMap(({ metric, unscored, absent }) => {
    const reasons = Object.entries(unscored).map(([reason, count]) => `${count} ${reason}`);
    return reasons.length > 0 ? [`${metric}: unscored and left out ${reasons.join(", ")}${nameAbsent(absent)}`] : [];
  });
}

/** What the comparison could have seen: a pass below that says nothing. */
export function powerLine({ comparison: { metrics, ruled, identical }, gate }: GatedComparison): string | null {
  if (identical) return null;
  const parts = metrics.flatMap(({ metric, detectable, spread, unit }) => {
    if (detectable === null) return spread === null ? [] : [`any of ${metric}`];
    if (detectable === 0) return [];
    const rule = gate?.rules.metrics[metric];
    return [`${metric} ${showValue(detectable, unit)}${rule ? ` (${showValue(rule.min_effect, unit)} matters)` : ""}`];
  });
  if (parts.length === 0) return null;
  return `A smaller difference than these would often go unseen (power 0.8): ${[...parts, ...groupPower(ruled)].join(", ")}.`;
}

/** A metric's groups from the one that shows most to the one that shows least. */
function groupPower(ruled: Comparison["ruled"]): string[] {
  return [...grouped(ruled, ({ metric }) => metric)].flatMap(([metric, rows]) => {
    const [unit, known] = [rows[0]!.unit, rows.flatMap(({ detectable }) => detectable ?? []).sort((a, b) => a - b)];
    const none = rows.length - known.length;
    const span = known.length === 0 ? [] : [`${showValue(known[0]!, unit)} to ${showValue(known.at(-1)!, unit)}`];
    return [`${metric} by group ${[...span, ...(none > 0 ? [`none in ${none}`] : [])].join(", ")}`];
  });
}

/** A run source and where it comes from. */
export function sourceLine({ kind, label, provenance }: ComparedSource): string {
  const { run_id, runs, commit, corpus } = provenance;
  const facts = [
    kind === "trec" ? `tag ${run_id}` : runs ? `mean of ${countOf(runs.length, "run")}` : `run ${run_id}`,
    ...(commit ? [`commit ${commit.slice(0, 7)}${commit.endsWith("+changes") ? " with changes" : ""}`] : []),
    ...(corpus ? [`corpus ${corpus.slice(0, 8)}`] : []),
  ];
  return `${label} (${facts.join(", ")})`;
}

/** The command that shows the execution behind a flip. */
export function showCommand({ candidate_run }: GatedComparison, execution: string): string {
  return candidate_run === null ? execution : `scopebench show ${shellWord(candidate_run)} ${execution}`;
}

/** The worst flips of each metric in turn, `perMetric` of each, an execution only once. */
export function worstFlips({ metrics }: Comparison, perMetric: number): { row: MetricComparison; flip: Flip }[] {
  const seen = new Set<string>();
  return metrics.flatMap((row) =>
    row.worst
      .filter(({ name }) => !seen.has(name))
      .slice(0, perMetric)
      .map((flip) => {
        seen.add(flip.name);
        return { row, flip };
      }),
  );
}
