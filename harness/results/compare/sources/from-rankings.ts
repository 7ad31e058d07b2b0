import { countOf } from "../../../../base/counts.ts";
import { hashOf } from "../../../../base/hash.ts";
import { rankingEngine } from "../../../../measure/metrics/engines.ts";
import { parseMetric, printMetric } from "../../../../measure/metrics/names.ts";
import { judgeRanking, makeJudgements } from "../../../../measure/metrics/ranking.ts";
import { NearMisses } from "../../../../measure/trec/near-misses.ts";
import type { Judged, Rankings } from "../../../../measure/trec/rankings.ts";
import { foreignExecution, foreignProvenance } from "./outside.ts";
import { type RunSource, roundScore } from "./run-source.ts";

/** Rankings of a search, the judgements that they are scored by, and the metrics. */
export interface RankingsSourceOptions {
  label: string;
  rankings: Rankings;
  qrels: Judged;
  /** Names of ranking metrics, such as `ndcg@10`. */
  metrics: readonly string[];
}

/** What a search found as a run source of a comparison. Each judged query is expected; one that was not searched scores 0 and counts as missing. */
export function rankingsSource({ label, rankings, qrels, metrics }: RankingsSourceOptions): RunSource {
  const engines = metrics.map((name) => ({ name: printMetric(parseMetric(name)), score: rankingEngine(name) }));
  const truth = [...qrels].map(([query, grades]) => [query, hashOf([...grades]).slice(0, 12)]);
  return {
    kind: "trec",
    label,
    provenance: foreignProvenance("trec", {
      run_id: label,
      scenarios: Object.fromEntries(truth),
      metrics: engines.map(({ name }) => name),
    }),
    executions: [...qrels].map(([query, grades]) => {
      const judgements = makeJudgements(grades);
      const ranking = judgeRanking(rankings.get(query) ?? [], judgements);
      const scores = engines.map(({ name, score }) => [name, roundScore({ value: score(ranking, judgements) })]);
      const outcome = rankings.has(query) ? "success" : "missing";
      return foreignExecution({ name: query, scenario: query, outcome, scores: Object.fromEntries(scores) });
    }),
    notes: notesOf(rankings, qrels),
  };
}

/** What of the rankings counts nowhere. */
function notesOf(rankings: Rankings, qrels: Judged): string[] {
  const near = new NearMisses();
  const unjudged = [...rankings.keys()].filter((query) => !qrels.has(query));
  for (const query of unjudged) near.look(query, qrels);
  for (const [query, grades] of qrels)
    for (const id of rankings.get(query) ?? []) if (!grades.has(id)) near.look(id, grades);
  return [
    ...(unjudged.length > 0
      ? [`${countOf(unjudged.length, "query without judgements is", "queries without judgements are")} left out`]
      : []),
    ...near.notes(),
  ];
}
