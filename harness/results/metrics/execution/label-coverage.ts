import { judged } from "../../../../measure/metrics/ranking/judged.ts";
import { judgeAgainstIds } from "../../../../measure/metrics/ranking.ts";
import type { TraceMetric } from "./metric.ts";

/**
 * Share of the first ten recommended ids that carry a relevance label at all: `judged@10` over this scenario's labels.
 * Ground truth lists relevant ids only, so an unlabelled id counts as wrong in ranking metrics although nobody looked at
 * it; low coverage says how far those numbers may be too low. Unscored where nothing was recommended.
 */
export const labelCoverage: TraceMetric = {
  name: "label_coverage",
  label: "Label coverage@10",
  definition: "share of the first ten recommended ids that have a relevance label",
  kind: "coverage",
  unit: "share",
  better: "neither",
  about: "answerable",
  withoutAnswer: "unscored",
  from: "trace",
  rests: "ranking",
  compute: ({ ranked, scenario }) =>
    ranked.length === 0 ? "no_recommendation" : judged(judgeAgainstIds(ranked, scenario.expected_ids), 10),
};
