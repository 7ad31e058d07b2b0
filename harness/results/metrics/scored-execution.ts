import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { Score, ScoreRecord } from "../../record/domain/records.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { FieldValues } from "./fields.ts";

/** One expected execution with its scores and what the analyses need besides. Traces are not kept: they are large. */
export interface ScoredExecution extends FieldValues {
  record: ScoreRecord;
  scenario: Scenario;
  /** Wall-clock facts; null when the execution is missing. */
  timing: { started_at: string; duration_ms: number; turns: number } | null;
}

/** Whether it ran, however it ended. */
export function wasExecuted({ record }: ScoredExecution): boolean {
  return record.outcome !== "missing";
}

/** The score's value, null when it is unscored. */
export function scoreValue(execution: ScoredExecution, metric: string): number | null {
  return scoreIn(execution, metric).value;
}

/** The sum of the scores that are numbers; null where none is. */
export function totalScore(executions: readonly ScoredExecution[], metric: string): number | null {
  const known = executions.map((execution) => scoreValue(execution, metric)).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export function scoreIn({ record }: Pick<ScoredExecution, "record">, metric: string): Score {
  return scoreOf(record, metric);
}

export function scoreOf(record: ScoreRecord, metric: string): Score {
  const score = findScore(record, metric);
  if (score === undefined) throw new RangeError(`no metric ${metric} among the scores`);
  return score;
}
