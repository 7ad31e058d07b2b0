import type { Score } from "../../../record/domain/records.ts";
import { abstentionCorrect, abstentionFalse, abstentionMissed } from "./abstention.ts";
import { ANSWER_TEXT } from "./answer-text.ts";
import { AS_GUARDED } from "./as-guarded.ts";
import type { ExecutionCase, TracedCase } from "./case.ts";
import { gapPrecision, gapRecall, gapsTold } from "./coverage-gaps.ts";
import { EFFICIENCY } from "./efficiency.ts";
import { evidenceAgreement } from "./evidence.ts";
import { entityCoverage, functionalPass, idCoverage } from "./functional.ts";
import { GRADED_RETRIEVAL } from "./graded-retrieval.ts";
import {
  groundingCoverage,
  groundingCoveragePreview,
  groundingCoverageStudy,
  hallucinatedIds,
  hallucinatedIdsPreview,
  hallucinatedIdsStudy,
} from "./grounding.ts";
import { JUDGE_SCORES } from "./judge-scores.ts";
import { labelCoverage } from "./label-coverage.ts";
import { type ExecutionMetric, scoreMetric } from "./metric.ts";
import { RANKING_METRICS } from "./ranking-metrics.ts";
import { inventedRelations, relationGrounding } from "./relations.ts";
import { RETRIEVED_REPORTED } from "./retrieved-reported.ts";
import { substantive } from "./substantive.ts";

/** Every metric of an execution, in the order of the columns of `per_execution.csv`. */
export const EXECUTION_METRICS: readonly ExecutionMetric[] = [
  ...RANKING_METRICS,
  labelCoverage,
  functionalPass,
  idCoverage,
  entityCoverage,
  groundingCoverage,
  hallucinatedIds,
  groundingCoveragePreview,
  hallucinatedIdsPreview,
  groundingCoverageStudy,
  hallucinatedIdsStudy,
  relationGrounding,
  inventedRelations,
  evidenceAgreement,
  gapsTold,
  gapRecall,
  gapPrecision,
  ...RETRIEVED_REPORTED,
  abstentionCorrect,
  abstentionMissed,
  abstentionFalse,
  substantive,
  ...ANSWER_TEXT,
  ...GRADED_RETRIEVAL,
  ...EFFICIENCY,
  ...JUDGE_SCORES,
  ...AS_GUARDED,
];

export const EXECUTION_METRIC_NAMES: readonly string[] = EXECUTION_METRICS.map((metric) => metric.name);

/** All scores of one execution, keyed by metric name, in registry order. */
export function scoreExecution(given: ExecutionCase, traced: TracedCase | null): Record<string, Score> {
  return Object.fromEntries(EXECUTION_METRICS.map((metric) => [metric.name, scoreMetric(metric, given, traced)]));
}
