import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { clusterOf } from "../../../../scenarios/set/clusters.ts";
import { meanDimension } from "../../../judge/judges/rule.ts";
import { DIMENSIONS, type Judgement } from "../../../record/domain/records.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";

/** IR metrics that judges are compared with, all on 0 to 1. */
export const IR_METRICS = ["ndcg@5", "ndcg@10", "mrr@10", "recall@10"] as const;

export const RATINGS = [...DIMENSIONS, "mean_dimension", "overall_score"] as const;
export type RatingName = (typeof RATINGS)[number];

/** One number out of a judgement. */
export function ratingOf(judgement: Judgement, rating: RatingName): number {
  if (rating === "overall_score") return judgement.overall_score;
  if (rating === "mean_dimension") return meanDimension(judgement.quality);
  return judgement.quality[rating].score;
}

/** Two numbers of one execution, with its scenario as cluster. */
export interface RatedPair {
  execution: ScoredExecution;
  a: number;
  b: number;
}

/** The judge's rating against an IR metric, where a judge has read an answer to an answerable scenario. Failed executions have neither: their agreed-on zeros would only flatter the judge. */
export function pairWithIr(executions: readonly ScoredExecution[], rating: RatingName, metric: string): RatedPair[] {
  return executions.flatMap((execution) => {
    const judgement = execution.primary?.judgement;
    const b = scoreValue(execution, metric);
    if (!judgement || b === null || execution.record.outcome !== "success") return [];
    return [{ execution, a: ratingOf(judgement, rating), b }];
  });
}

/** The judge's composite against the mean of the IR metrics, on answers that have all of them. */
export function pairWithNormalisedIr(executions: readonly ScoredExecution[]): RatedPair[] {
  return pairWithIr(executions, "overall_score", IR_METRICS[0]).flatMap(({ execution, a }) => {
    const values = IR_METRICS.map((metric) => scoreValue(execution, metric)).filter((value) => value !== null);
    return values.length < IR_METRICS.length ? [] : [{ execution, a, b: mean(values)! }];
  });
}

/** Primary against calibration, where both judged. */
export function pairJudges(
  executions: readonly ScoredExecution[],
  rate: (judgement: Judgement) => number,
): RatedPair[] {
  return executions.flatMap((execution) => {
    const a = execution.primary?.judgement;
    const b = execution.calibration?.judgement;
    return a && b ? [{ execution, a: rate(a), b: rate(b) }] : [];
  });
}

export function columns(pairs: readonly RatedPair[]): { a: number[]; b: number[]; clusters: string[] } {
  return {
    a: pairs.map((pair) => pair.a),
    b: pairs.map((pair) => pair.b),
    clusters: pairs.map(({ execution }) => clusterOf(execution.scenario)),
  };
}
