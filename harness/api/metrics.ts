/** Ranking metrics of one list against its judgements, equal to trec_eval. */
export { RANKING_DESCRIPTORS, type RankingDescriptor, type RankingFamily } from "../../measure/metrics/descriptors.ts";
export { rankingEngine } from "../../measure/metrics/engines.ts";
export { parseMetric, parseMetricList, printMetric, type RankingMetric } from "../../measure/metrics/names.ts";
export { bpref } from "../../measure/metrics/ranking/bpref.ts";
export { f1 } from "../../measure/metrics/ranking/f1.ts";
export { inferredAveragePrecision } from "../../measure/metrics/ranking/infap.ts";
export { judged } from "../../measure/metrics/ranking/judged.ts";
export { averagePrecision } from "../../measure/metrics/ranking/map.ts";
export { reciprocalRank } from "../../measure/metrics/ranking/mrr.ts";
export { ndcg } from "../../measure/metrics/ranking/ndcg.ts";
export { precision } from "../../measure/metrics/ranking/precision.ts";
export { recall } from "../../measure/metrics/ranking/recall.ts";
export { rPrecision } from "../../measure/metrics/ranking/rprec.ts";
export { success } from "../../measure/metrics/ranking/success.ts";
export {
  condensed,
  type JudgedRanking,
  type Judgements,
  judgeAgainstIds,
  judgeRanking,
  makeJudgements,
  rankByScore,
} from "../../measure/metrics/ranking.ts";
