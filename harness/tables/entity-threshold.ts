import type { Judgement } from "../domain/records.ts";
import { passes } from "../judges/rule.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "./caption.ts";
import type { MakeTable } from "./table.ts";

/** In percent; the study's range and step. */
const THRESHOLDS = [50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100] as const;
const REFERENCE = 80;

/** How many executions pass when another share of expected entities is asked for, all else equal. */
export const entityThresholdTable: MakeTable = (input) => {
  const judged = input.executions.filter(isJudged);
  const passed = (threshold: number) =>
    judged.filter((execution) => passesAt(execution, threshold / 100, input.config.judges.alignment_threshold)).length;
  const reference = passed(REFERENCE);
  return {
    name: "entity_threshold",
    title: "Passes by entity threshold",
    caption: makeCaption(
      input,
      `Executions that pass the rule (all ids, alignment of at least ${input.config.judges.alignment_threshold}, this share of entities) on the primary judge's findings.`,
      "n: executions with a verdict, and failed ones, which never pass.",
    ),
    columns: [
      { key: "threshold", label: "Threshold %", show: "count" },
      { key: "passes", label: "Passes", show: "count" },
      { key: "pass_rate", label: "Pass %", show: "percent" },
      { key: "delta", label: `Against ${REFERENCE} %`, show: "count" },
      { key: "n", label: "n", show: "count" },
    ],
    rows: THRESHOLDS.map((threshold) => ({
      threshold,
      passes: passed(threshold),
      pass_rate: judged.length === 0 ? null : passed(threshold) / judged.length,
      delta: passed(threshold) - reference,
      n: judged.length,
    })),
  };
};

/** True where pass is scored: a verdict, or an execution that failed. */
function isJudged({ record }: ScoredExecution): boolean {
  return record.scores.pass?.value !== null;
}

function passesAt(
  { primary, record, scenario, rankedIds }: ScoredExecution,
  entity: number,
  alignment: number,
): boolean {
  if (record.outcome !== "success" || !primary?.judgement) return false;
  const facts = factsOf(primary.judgement);
  return passes(
    { ...facts, answerable: scenario.answerable, recommendsNothing: rankedIds.length === 0 },
    { entity, alignment },
  );
}

function factsOf({ ground_truth }: Judgement) {
  return {
    idsFound: ground_truth.expected_ids_found.length,
    idsExpected: ground_truth.expected_ids_found.length + ground_truth.expected_ids_missing.length,
    entitiesFound: ground_truth.expected_entities_found.length,
    entitiesExpected: ground_truth.expected_entities_found.length + ground_truth.expected_entities_missing.length,
    alignment: ground_truth.reference_answer_alignment,
  };
}
