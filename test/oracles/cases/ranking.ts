import { randomInteger } from "../../../base/random.ts";
import { rankingEngine } from "../../../measure/metrics/engines.ts";
import { judgeRanking, makeJudgements, rankByScore } from "../../../measure/metrics/ranking.ts";
import { type CaseMaker, size } from "./case.ts";

/** In the order of NAMES in oracle.py. */
const METRICS = [
  "map",
  "rprec",
  "bpref",
  "mrr",
  "ndcg",
  "ndcg@5",
  "ndcg@10",
  "precision@5",
  "recall@5",
  "recall@10",
  "success@5",
  "infap",
  "map@10",
  "num_ret",
  "num_rel",
  "num_rel_ret",
];

/** Ties, unjudged documents, negative grades (pooled, not judged), queries without a relevant document. */
const ranking: CaseMaker = (random, index) => {
  const pool = Array.from({ length: size(random, 1, 40) }, (_, i) => `D${i}`);
  const top = index % 9 === 0 ? 0 : size(random, 1, 3);
  const bottom = index % 4 === 0 ? -1 : 0;
  const qrels = Object.fromEntries(
    pool.filter(() => random() < 0.6).map((id) => [id, bottom + randomInteger(random, top - bottom + 1)]),
  );
  // Without a grade of 0 or more trec_eval reads memory it has not written, and may never end.
  if (!Object.values(qrels).some((grade) => grade >= 0)) qrels.D0 = 1;
  const kept = pool.filter(() => random() < 0.7);
  const returned = kept.length > 0 ? kept : ["D0"];
  const levels = index % 2 === 0 ? 4 : 1000; // Every other list is full of ties.
  const scores = returned.map(() => randomInteger(random, levels));
  const judgements = makeJudgements(new Map(Object.entries(qrels)));
  const list = judgeRanking(
    rankByScore(returned, scores).map((i) => returned[i]!),
    judgements,
  );
  const run = Object.fromEntries(returned.map((id, i) => [id, scores[i]!]));
  return { kind: "ranking", input: { qrels, run }, ours: METRICS.map((name) => rankingEngine(name)(list, judgements)) };
};

export const RANKING_CASES: Record<string, readonly [number, CaseMaker]> = { ranking: [300, ranking] };
