import type { RankingDescriptor } from "../descriptors.ts";
import { bpref } from "./bpref.ts";
import { f1 } from "./f1.ts";
import { countRelevant } from "./found.ts";
import { inferredAveragePrecision } from "./infap.ts";
import { judged } from "./judged.ts";
import { averagePrecision } from "./map.ts";
import { reciprocalRank } from "./mrr.ts";
import { ndcg } from "./ndcg.ts";
import { precision } from "./precision.ts";
import { recall } from "./recall.ts";
import { rPrecision } from "./rprec.ts";
import { success } from "./success.ts";

/** Every ranking metric, in the order in which help and tables show them. */
export const RANKING_DESCRIPTORS = {
  ndcg: ranking("ndcg", "NDCG", {
    definition:
      "discounted cumulative gain over that of the ideal order; gain is the grade, or 2^grade - 1 with gain=exp",
    cutoff: "optional",
    options: { gain: ["lin", "exp"] },
    aliases: ["ndcg_cut"],
    compute: (list, k, { gain }) => ndcg(list, k, gain === "exp" ? "exp" : "lin"),
  }),
  map: ranking("map", "MAP", {
    definition: "average precision over the ranks of relevant documents",
    cutoff: "optional",
    aliases: ["ap", "map_cut"],
    compute: averagePrecision,
  }),
  mrr: ranking("mrr", "MRR", {
    definition: "one over the rank of the first relevant document, 0 when there is none",
    cutoff: "optional",
    aliases: ["rr", "recip_rank"],
    compute: reciprocalRank,
  }),
  recall: ranking("recall", "Recall", {
    definition: "share of all relevant documents that are among the first k",
    cutoff: "required",
    aliases: ["r"],
    compute: recall,
  }),
  precision: ranking("precision", "Precision", {
    definition: "share of relevant documents among the first k, short lists padded with irrelevant ones",
    cutoff: "required",
    aliases: ["p"],
    compute: precision,
  }),
  f1: ranking("f1", "F1", {
    definition: "harmonic mean of precision and recall at k",
    cutoff: "required",
    compute: f1,
  }),
  success: ranking("success", "Success", {
    definition: "1 when a relevant document is among the first k, else 0",
    cutoff: "required",
    unit: "binary",
    compute: success,
  }),
  rprec: ranking("rprec", "R-precision", {
    definition: "precision at rank R, R being the number of relevant documents",
    cutoff: "none",
    compute: rPrecision,
  }),
  bpref: ranking("bpref", "bpref", {
    definition: "share of judged pairs in the right order, unjudged documents left out",
    cutoff: "none",
    compute: bpref,
  }),
  infap: ranking("infap", "infAP", {
    definition: "average precision inferred from a pool of which a sample was judged",
    cutoff: "none",
    compute: inferredAveragePrecision,
  }),
  judged: ranking("judged", "Judged", {
    definition: "share of the first k returned documents that have a judgement",
    cutoff: "optional",
    better: "neither",
    compute: judged,
  }),
  num_ret: ranking("num_ret", "Returned", {
    definition: "documents returned",
    cutoff: "none",
    unit: "count",
    better: "neither",
    aggregate: "sum",
    compute: ({ grades }) => grades.length,
  }),
  num_rel: ranking("num_rel", "Relevant", {
    definition: "relevant documents known",
    cutoff: "none",
    unit: "count",
    better: "neither",
    aggregate: "sum",
    compute: ({ relevant }) => relevant,
  }),
  num_rel_ret: ranking("num_rel_ret", "Relevant returned", {
    definition: "relevant documents returned",
    cutoff: "none",
    unit: "count",
    aggregate: "sum",
    compute: (list) => countRelevant(list),
  }),
} as const satisfies Record<string, RankingDescriptor>;

/** Name of a ranking metric without cutoff and options, such as `ndcg`. */
export type RankingFamily = keyof typeof RANKING_DESCRIPTORS;

function ranking(
  name: string,
  label: string,
  rest: Partial<RankingDescriptor> & Pick<RankingDescriptor, "definition" | "cutoff" | "compute">,
): RankingDescriptor {
  return {
    name,
    label,
    kind: "ranking",
    unit: "share",
    better: "higher",
    options: {},
    aliases: [],
    aggregate: "mean",
    ...rest,
  };
}
