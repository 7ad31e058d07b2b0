/** Ranking metrics of one list against its judgements, equal to trec_eval. */
export { RANKING_DESCRIPTORS, type RankingDescriptor, type RankingFamily } from "../metrics/descriptors.ts";
export { rankingEngine } from "../metrics/engines.ts";
export { parseMetric, parseMetricList, printMetric, type RankingMetric } from "../metrics/names.ts";
export * from "../metrics/ranking/registry.ts";
export {
  condensed,
  type JudgedRanking,
  type Judgements,
  judgeAgainstIds,
  judgeRanking,
  makeJudgements,
  rankByScore,
} from "../metrics/ranking.ts";
