import type { ScoredExecution } from "../scored-execution.ts";

/** How an answer that asks for earlier reports is measured, each from 0 to 1. */
export const FAULT_METRICS = ["mrr@10", "hit@1", "hit@5", "context_precision@5", "context_recall@5"] as const;
export type FaultMetric = (typeof FAULT_METRICS)[number];

const [MRR_DEPTH, CONTEXT] = [10, 5];

/**
 * Of one execution of a suite of faults; null for other scenarios. An answer that lists nothing found nothing: 0.
 * Context precision (of RAG evaluation): the mean, over the ranks to 5 that hold an expected report, of the precision up
 * to there; context recall: the share of the expected reports among the first five.
 * @example ranked [a, x, b], expected {a, b, c}: hit@1 1, context_precision@5 (1 + 2/3) / 2, context_recall@5 2/3
 */
export function foundReports({ scenario, rankedIds }: ScoredExecution): Record<FaultMetric, number> | null {
  if (!scenario.faults) return null;
  const expected = new Set(scenario.expected_ids);
  const isFound = rankedIds.map((id) => expected.has(id));
  const first = isFound.indexOf(true);
  const within = (depth: number) => (first >= 0 && first < depth ? 1 : 0);
  const places = isFound.slice(0, CONTEXT).flatMap((found, at) => (found ? [at + 1] : []));
  const precisions = places.map((place, at) => (at + 1) / place);
  return {
    "mrr@10": within(MRR_DEPTH) / (first + 1 || 1),
    "hit@1": within(1),
    "hit@5": within(CONTEXT),
    "context_precision@5": precisions.reduce((sum, value) => sum + value, 0) / (places.length || 1),
    "context_recall@5": places.length / expected.size,
  };
}
