import type { JudgeThresholds } from "../../judge/judges/judge.ts";
import { countedFacts, passes } from "../../judge/judges/rule.ts";
import { type ScoredExecution, scoreValue } from "./scored-execution.ts";

/** The functional verdict with another share of entities required; null where it is unscored. */
export function functionalAt(execution: ScoredExecution, entityShare: number): number | null {
  const pass = scoreValue(execution, "functional_pass");
  if (pass === null || execution.record.outcome !== "success") return pass;
  const covered = scoreValue(execution, "entity_coverage") ?? 1;
  const holds = execution.functional?.every(({ name, pass: own }) =>
    name === "entities_in_answer" ? covered >= entityShare : own,
  );
  return holds ? 1 : 0;
}

/** True where pass is scored: a verdict, or an execution that failed. */
export function isJudged(execution: ScoredExecution): boolean {
  return scoreValue(execution, "pass") !== null;
}

/** The judge's rule with other thresholds. `own` are those that its verdict was made with. A failed execution never passes. */
export function passesAt(
  { primary, record, scenario, rankedIds }: ScoredExecution,
  at: JudgeThresholds,
  own: JudgeThresholds,
): boolean {
  if (record.outcome !== "success" || !primary?.judgement) return false;
  const facts = { ...countedFacts(primary.judgement.ground_truth), answerable: scenario.answerable };
  // On unanswerable scenarios each judge has its own way to tell a refusal; its status shows what it found.
  const failedOtherwise = passes({ ...facts, recommendsNothing: true }, own) && primary.judgement.status === "fail";
  const recommendsNothing = primary.judgement.status === "pass" || (rankedIds.length === 0 && !failedOtherwise);
  return passes({ ...facts, recommendsNothing }, at);
}
