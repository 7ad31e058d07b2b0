import { RANKING_DESCRIPTORS } from "../../../../measure/metrics/descriptors.ts";
import { rankingEngine } from "../../../../measure/metrics/engines.ts";
import { parseMetric } from "../../../../measure/metrics/names.ts";
import { judgeAgainstIds } from "../../../../measure/metrics/ranking.ts";
import type { TraceMetric } from "./metric.ts";

/** The study's ranking metrics and a few more; each execution's recommendation against the expected ids. */
const NAMES = [
  "ndcg@5",
  "ndcg@10",
  "mrr@10",
  "recall@1",
  "recall@5",
  "recall@10",
  "precision@1",
  "precision@5",
  "precision@10",
  "f1@5",
  "f1@10",
  "map",
  "rprec",
  "success@10",
] as const;

/**
 * Ranking metrics of an execution: the answer's ranked list, in its own order, with relevance 1 for expected ids.
 * Abstaining on an answerable scenario is an empty list and scores 0.
 */
export const RANKING_METRICS: readonly TraceMetric[] = NAMES.map((name) => {
  const metric = parseMetric(name);
  const engine = rankingEngine(metric);
  const descriptor = RANKING_DESCRIPTORS[metric.family];
  return {
    ...descriptor,
    name,
    label: metric.cutoff === null ? descriptor.label : `${descriptor.label}@${metric.cutoff}`,
    about: "answerable",
    withoutAnswer: "zero",
    from: "trace",
    rests: "ranking",
    compute: ({ ranked, scenario }) => engine(judgeAgainstIds(ranked, scenario.expected_ids)),
  };
});
