import { hashOf } from "../../../db/base/hash.ts";
import { printMetric, type RankingMetric } from "../../metrics/names.ts";
import { computeIr } from "../../trec/ir.ts";
import { readQrels } from "../../trec/qrels.ts";
import { decodeUtf8 } from "../../trec/scan.ts";
import { roundScore, type Side } from "./side.ts";

export interface TrecSideOptions {
  runPath: string;
  qrelsPath: string;
  metrics: readonly RankingMetric[];
}

/**
 * A TREC run file under judgements: each judged query is an execution, one that the run lacks scores 0 (trec_eval -c),
 * since the user got nothing. All queries belong to one configuration, so the tags need not agree.
 */
export async function readTrecSide({ runPath, qrelsPath, metrics }: TrecSideOptions): Promise<Side> {
  const result = await computeIr({ runPath, qrelsPath, metrics, perQuery: true, complete: true });
  const qrels = await readQrels(qrelsPath);
  const truth = [...qrels].map(([query, grades]) => [decodeUtf8(query), hashOf([...grades]).slice(0, 12)]);
  const definition = (metric: RankingMetric) => [printMetric(metric), `trec:${printMetric(metric)}`];
  return {
    kind: "trec",
    label: runPath,
    provenance: {
      run_id: result.run,
      created_at: null,
      scopebench_version: null,
      commit: null,
      corpus: null,
      synthetic_corpus: false,
      judge: null,
      judge_name: null,
      stand_in_models: [],
      stand_in_judges: [],
      scenarios: Object.fromEntries(truth),
      metrics: Object.fromEntries(metrics.map(definition)),
      cost_usd: null,
      latency_median_s: null,
      latency_p95_s: null,
    },
    executions: (result.perQuery ?? []).map(({ query, values }) => ({
      name: query,
      scenario: query,
      configuration: "run",
      model: "run",
      family: "all",
      outcome: "success",
      scores: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, roundScore({ value })])),
    })),
    notes: [
      ...(result.missingQueries > 0 ? [`${result.missingQueries} judged queries without results count as 0`] : []),
      ...(result.unjudgedQueries > 0 ? [`${result.unjudgedQueries} queries without judgements are left out`] : []),
    ],
  };
}
