/** Ranking metrics of one list against its judgements, equal to trec_eval. */
export type { RankingDescriptor } from "../metrics/descriptors.ts";
export { rankingEngine } from "../metrics/engines.ts";
export { parseMetric, parseMetricList, printMetric, type RankingMetric } from "../metrics/names.ts";
export { bpref } from "../metrics/ranking/bpref.ts";
export { f1 } from "../metrics/ranking/f1.ts";
export { inferredAveragePrecision } from "../metrics/ranking/infap.ts";
export { judged } from "../metrics/ranking/judged.ts";
export { averagePrecision } from "../metrics/ranking/map.ts";
export { reciprocalRank } from "../metrics/ranking/mrr.ts";
export { ndcg } from "../metrics/ranking/ndcg.ts";
export { precision } from "../metrics/ranking/precision.ts";
export { recall } from "../metrics/ranking/recall.ts";
export { RANKING_DESCRIPTORS, type RankingFamily } from "../metrics/ranking/registry.ts";
export { rPrecision } from "../metrics/ranking/rprec.ts";
export { success } from "../metrics/ranking/success.ts";
export {
  condensed,
  type JudgedRanking,
  type Judgements,
  judgeAgainstIds,
  judgeRanking,
  makeJudgements,
  rankByScore,
} from "../metrics/ranking.ts";
