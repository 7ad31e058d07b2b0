import type { RankingFamily } from "./descriptors.ts";
import { parseMetric, type RankingMetric } from "./names.ts";
import { countRelevant } from "./ranking/found.ts";
import * as computed from "./ranking/registry.ts";
import { condensed, type JudgedRanking, type Judgements, makeJudgements } from "./ranking.ts";

type Engine = (ranking: JudgedRanking, cutoff: number, options: RankingMetric["options"]) => number;

const { averagePrecision, reciprocalRank, rPrecision, inferredAveragePrecision, ...others } = computed;
/** Each by its name among the descriptors: one that has no words there is a type error. */
const NAMED: { [Name in keyof typeof others]: Name extends RankingFamily ? (typeof others)[Name] : never } = others;

const ENGINES: Record<RankingFamily, Engine> = {
  ...NAMED,
  ndcg: (ranking, cutoff, options) => computed.ndcg(ranking, cutoff, options.gain === "exp" ? "exp" : "lin"),
  map: averagePrecision,
  mrr: reciprocalRank,
  rprec: rPrecision,
  infap: inferredAveragePrecision,
  num_ret: (ranking) => ranking.grades.length,
  num_rel: (ranking) => ranking.relevant,
  num_rel_ret: (ranking) => countRelevant(ranking),
};

/**
 * The function behind a metric: a ranked list and its judgements in, one number out, always finite.
 * The judgements are needed besides the ranking only where the metric has a threshold of its own (`rel=2`).
 */
export function rankingEngine(
  metric: RankingMetric | string,
): (ranking: JudgedRanking, judgements?: Judgements) => number {
  const { family, cutoff, options } = typeof metric === "string" ? parseMetric(metric) : metric;
  const engine = ENGINES[family];
  const depth = cutoff ?? Number.POSITIVE_INFINITY;
  if (options.rel === undefined && options.condensed === undefined) return (ranking) => engine(ranking, depth, options);
  return (ranking, judgements) => engine(adjust(ranking, options, judgements), depth, options);
}

function adjust(ranking: JudgedRanking, options: RankingMetric["options"], judgements?: Judgements): JudgedRanking {
  const list = options.condensed === undefined ? ranking : condensed(ranking);
  if (options.rel === undefined) return list;
  if (!judgements) throw new TypeError("a metric with rel= needs the judgements");
  const threshold = Number(options.rel);
  const { relevant, nonrelevant } = makeJudgements(judgements.grades, threshold);
  return { ...list, relevant, nonrelevant, threshold };
}
