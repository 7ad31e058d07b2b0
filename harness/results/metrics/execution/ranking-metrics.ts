import { rankingEngine } from "../../../../measure/metrics/engines.ts";
import { parseMetric } from "../../../../measure/metrics/names.ts";
import { RANKING_DESCRIPTORS } from "../../../../measure/metrics/ranking/registry.ts";
import { judgeAgainstIds } from "../../../../measure/metrics/ranking.ts";
import type { TraceMetric } from "./metric.ts";
import { SCORED_RANKINGS } from "./ranking-rows.ts";

/**
 * Ranking metrics of an execution: the answer's ranked list, in its own order, with relevance 1 for expected ids.
 * Abstaining on an answerable scenario is an empty list and scores 0.
 */
export const RANKING_METRICS: readonly TraceMetric[] = Object.values(SCORED_RANKINGS)
  .flatMap(({ names }) => names)
  .map((name) => {
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
