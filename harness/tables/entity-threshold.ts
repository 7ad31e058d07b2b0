import type { Judgement } from "../domain/records.ts";
import { passes } from "../judges/rule.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { makeCaption } from "./caption.ts";
import { ENTITY_THRESHOLD } from "./published/aggregates.ts";
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

/** True where pass is scored: a verdict, or an execution that failed. */
function isJudged({ record }: ScoredExecution): boolean {
  return record.scores.pass?.value !== null;
}

interface Thresholds {
  entity: number;
  alignment: number;
}

/** The judge's rule with another entity threshold. `own` are the thresholds that its verdict was made with. */
function passesAt({ primary, record, scenario, rankedIds }: ScoredExecution, at: Thresholds, own: Thresholds): boolean {
  if (record.outcome !== "success" || !primary?.judgement) return false;
  const facts = { ...factsOf(primary.judgement), answerable: scenario.answerable };
  // On unanswerable scenarios each judge has its own way to tell a refusal; its status shows what it found.
  const failedOtherwise = passes({ ...facts, recommendsNothing: true }, own) && primary.judgement.status === "fail";
  const recommendsNothing = primary.judgement.status === "pass" || (rankedIds.length === 0 && !failedOtherwise);
  return passes({ ...facts, recommendsNothing }, at);
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
