import type { GateConfig } from "../../../record/config/gate-schema.ts";
import { REFUSAL_CODES } from "../comparable.ts";
import type { MetricComparison } from "../metric-comparison.ts";
import { runComparison } from "../request.ts";
import type { RunSource } from "../sources/run-source.ts";
import { PART_NAMES, type RunPart } from "./parts.ts";

export interface PartedRun {
  source: RunSource;
  parts: Readonly<Record<RunPart, string>>;
}

/** A mean change, candidate's side minus baseline's, in the metric's unit; null where nothing is paired. */
export type MeanChange = Pick<MetricComparison, "difference" | "low" | "high" | "unit" | "scenarios">;

export interface Attribution {
  metric: string;
  whole: MeanChange;
  /** Each part that differs: what it does alone, by a run that differs from one side in nothing else. */
  parts: readonly {
    part: RunPart;
    alone: readonly { from: "baseline" | "candidate"; run: string; change: MeanChange }[];
  }[];
  /** Of the whole beyond what the parts do alone to the baseline: what they do together. Null where one of them is not known. */
  together: number | null;
}

/**
 * Which part of a difference is whose: a part is separated by a run that is the baseline in all but that part (it was swapped in), or the candidate in all but
 * that part (swapped out). Two parts that act on each other differ in the two, so both are given and none is made of the other.
 */
export function attribute(
  sides: { baseline: PartedRun; candidate: PartedRun },
  between: readonly PartedRun[],
  { metric, config }: { metric: string; config: GateConfig },
): Attribution {
  const { baseline, candidate } = sides;
  const change = (from: PartedRun, to: PartedRun) => changeOf(from.source, to.source, { metric, config });
  const differing = PART_NAMES.filter((part) => baseline.parts[part] !== candidate.parts[part]);
  const whole = change(baseline, candidate);
  const runOf = (from: PartedRun, to: PartedRun, part: RunPart) =>
    differing.length === 1
      ? to
      : between.find(({ parts }) =>
          PART_NAMES.every((name) => parts[name] === (name === part ? to : from).parts[name]),
        );
  const parts = differing.map((part) => {
    const [swapped, kept] = [runOf(baseline, candidate, part), runOf(candidate, baseline, part)];
    const isOnly = differing.length === 1;
    return {
      part,
      alone: [
        ...(swapped
          ? [{ from: "baseline" as const, run: swapped.source.label, change: change(baseline, swapped) }]
          : []),
        ...(kept && !isOnly
          ? [{ from: "candidate" as const, run: kept.source.label, change: change(kept, candidate) }]
          : []),
      ],
    };
  });
  const alone = parts.map((one) => one.alone.find(({ from }) => from === "baseline")?.change.difference ?? null);
  const sum = alone.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0);
  const together = sum === null || whole.difference === null || parts.length < 2 ? null : whole.difference - sum;
  return { metric, whole, parts, together };
}

/** Whatever differs between them is what is asked about; only that they hold the same executions is not put up with. */
function changeOf(
  baseline: RunSource,
  candidate: RunSource,
  { metric, config }: { metric: string; config: GateConfig },
): MeanChange {
  const allow = REFUSAL_CODES.filter((code) => code !== "coverage");
  const { comparison } = runComparison({ baseline, candidate, metrics: [metric], allow, config, gate: false });
  const row = comparison.metrics[0];
  if (!row) return { difference: null, low: null, high: null, unit: "share", scenarios: 0 };
  const { difference, low, high, unit, scenarios } = row;
  return { difference, low, high, unit, scenarios };
}
