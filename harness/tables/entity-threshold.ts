import { makeCaption } from "./caption.ts";
import { ENTITY_THRESHOLD } from "./published/aggregates.ts";
import { isJudged, passesAt } from "./sensitivity/pass-at.ts";
import type { MakeTable } from "./table.ts";

/** In percent; the study's range and step. */
const THRESHOLDS = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100] as const;
const REFERENCE = 80;

/** How many executions pass when another share of expected entities is asked for, all else equal. */
export const entityThresholdTable: MakeTable = (input) => {
  const judged = input.executions.filter(isJudged);
  const { entity_threshold: entity, alignment_threshold: alignment } = input.config.judges;
  const passed = (percent: number) =>
    judged.filter((execution) => passesAt(execution, { entity: percent / 100, alignment }, { entity, alignment }))
      .length;
  const reference = passed(REFERENCE);
  return {
    name: "entity_threshold",
    title: "Passes by entity threshold",
    caption: makeCaption(
      input,
      `Executions that pass the rule (all ids, alignment of at least ${alignment}, this share of entities) on the primary judge's findings.`,
      "n: executions with a verdict, and failed ones, which never pass.",
    ),
    columns: [
      { key: "threshold", label: "Threshold %", show: "count" },
      { key: "passes", label: "Passes", show: "count" },
      { key: "pass_rate", label: "Pass %", show: "percent" },
      { key: "delta", label: `Against ${REFERENCE} %`, show: "count" },
      { key: "n", label: "n", show: "count" },
    ],
    published: ENTITY_THRESHOLD,
    rows: THRESHOLDS.map((threshold) => ({
      threshold,
      passes: passed(threshold),
      pass_rate: judged.length === 0 ? null : passed(threshold) / judged.length,
      delta: passed(threshold) - reference,
      n: judged.length,
    })),
  };
};
