import { countOf } from "../../../../base/counts.ts";
import { hashOf } from "../../../../base/hash.ts";
import { printMetric, type RankingMetric } from "../../../../measure/metrics/names.ts";
import { computeIr } from "../../../../measure/trec/ir.ts";
import { readQrels } from "../../../../measure/trec/qrels.ts";
import { decodeUtf8 } from "../../../../measure/trec/scan.ts";
import { foreignExecution, foreignProvenance } from "./outside.ts";
import { type RunSource, roundScore } from "./run-source.ts";

export interface TrecSourceOptions {
  runPath: string;
  qrelsPath: string;
  metrics: readonly RankingMetric[];
  /** As for `computeIr`. */
  comments?: boolean;
}

/**
 * A TREC run file under judgements: each judged query is expected. One that the run lacks is missing, and yet scores 0
 * (trec_eval -c), since the user got nothing. All queries belong to one configuration, so the tags need not agree.
 */
export async function readTrecSource({ runPath, qrelsPath, metrics, comments }: TrecSourceOptions): Promise<RunSource> {
  const result = await computeIr({ runPath, qrelsPath, metrics, comments, perQuery: true, complete: true });
  const lacking = new Set(result.missing);
  const qrels = await readQrels(qrelsPath, { comments });
  const truth = [...qrels].map(([query, grades]) => [decodeUtf8(query), hashOf([...grades]).slice(0, 12)]);
  return {
    kind: "trec",
    label: runPath,
    provenance: foreignProvenance("trec", {
      run_id: result.run,
      scenarios: Object.fromEntries(truth),
      metrics: metrics.map(printMetric),
    }),
    executions: (result.perQuery ?? []).map(({ query, values }) => {
      const scores = Object.entries(values).map(([name, value]) => [name, roundScore({ value })]);
      const outcome = lacking.has(query) ? "missing" : "success";
      return foreignExecution({ name: query, scenario: query, outcome, scores: Object.fromEntries(scores) });
    }),
    notes: [
      ...(lacking.size > 0
        ? [
            `${countOf(lacking.size, "judged query without results counts", "judged queries without results count")} as 0`,
          ]
        : []),
      ...(result.unjudgedQueries > 0
        ? [
            `${countOf(result.unjudgedQueries, "query without judgements is", "queries without judgements are")} left out`,
          ]
        : []),
      ...result.nearMisses,
    ],
  };
}
