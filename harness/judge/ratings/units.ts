import { grouped } from "../../../base/grouped.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionKey, Judgement, ScoreRecord, Verdict } from "../../record/domain/records.ts";
import type { Opinion, Rating } from "./rating.ts";

/** What is held against people of an execution that was expected. */
export interface RatedExecution {
  record: Pick<ScoreRecord, keyof ExecutionKey>;
  scenario: Scenario;
  primary: Verdict | null;
}

/** One execution that the judge and at least one person have judged. */
export interface RatedUnit {
  execution: RatedExecution;
  judge: Opinion;
  people: readonly { rater: string; opinion: Opinion }[];
}

/** The executions that people rated and the primary judge judged, in matrix order. */
export function ratedUnits(executions: readonly RatedExecution[], ratings: readonly Rating[]): RatedUnit[] {
  const byName = grouped(ratings, executionName);
  return executions.flatMap((execution) => {
    const judgement = execution.primary?.judgement;
    const people = (byName.get(executionName(execution.record)) ?? []).flatMap(({ rater, opinion }) =>
      opinion ? [{ rater, opinion }] : [],
    );
    return judgement && people.length > 0 ? [{ execution, judge: asOpinion(judgement), people }] : [];
  });
}

/** A judge's form as a person's. */
export function asOpinion({ status, ground_truth, quality }: Judgement): Opinion {
  return {
    status,
    alignment: ground_truth.reference_answer_alignment,
    completeness: quality.completeness.score,
    relevance: quality.relevance.score,
    coherence: quality.coherence.score,
    evidence_grounding: quality.evidence_grounding.score,
    note: "",
  };
}

/** What agreement is measured on. */
export const RATED = ["status", "alignment", "completeness", "relevance", "coherence", "evidence_grounding"] as const;
export type Rated = (typeof RATED)[number];

/** As a number: 1 for a pass. */
export function opinionValue(opinion: Opinion, on: Rated): number {
  return on === "status" ? Number(opinion.status === "pass") : opinion[on];
}
