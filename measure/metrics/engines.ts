import type { RankingDescriptor } from "./descriptors.ts";
import { parseMetric, type RankingMetric } from "./names.ts";
import { RANKING_DESCRIPTORS } from "./ranking/registry.ts";
import { condensed, type JudgedRanking, type Judgements, makeJudgements } from "./ranking.ts";

/**
 * The function behind a metric: a ranked list and its judgements in, one number out, always finite.
 * The judgements are needed besides the ranking only where the metric has a threshold of its own (`rel=2`).
 */
export function rankingEngine(
  metric: RankingMetric | string,
): (ranking: JudgedRanking, judgements?: Judgements) => number {
  const { family, cutoff, options } = typeof metric === "string" ? parseMetric(metric) : metric;
  const { compute }: RankingDescriptor = RANKING_DESCRIPTORS[family];
  const depth = cutoff ?? Number.POSITIVE_INFINITY;
  if (options.rel === undefined && options.condensed === undefined)
    return (ranking) => compute(ranking, depth, options);
  return (ranking, judgements) => compute(adjust(ranking, options, judgements), depth, options);
}

function adjust(ranking: JudgedRanking, options: RankingMetric["options"], judgements?: Judgements): JudgedRanking {
  const list = options.condensed === undefined ? ranking : condensed(ranking);
  if (options.rel === undefined) return list;
  if (!judgements) throw new TypeError("a metric with rel= needs the judgements");
  const threshold = Number(options.rel);
  const { relevant, nonrelevant } = makeJudgements(judgements.grades, threshold);
  return { ...list, relevant, nonrelevant, threshold };
}
