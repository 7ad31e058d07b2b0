/** What a metric is, apart from how it is computed: for names, help, captions and pages. */
export interface MetricDescriptor {
  /** Name without cutoff or options, such as `ndcg`. */
  name: string;
  label: string;
  /** One sentence for captions and the Method page. */
  definition: string;
  kind:
    | "ranking"
    | "coverage"
    | "grounding"
    | "gaps"
    | "uncertainty"
    | "retrieved-reported"
    | "abstention"
    | "answer-text"
    | "graded-retrieval"
    | "efficiency"
    | "judge";
  /** `binary`: 0 or 1, so its mean is a proportion. `likert`: 1 to 5. */
  unit: "share" | "binary" | "cosine" | "count" | "likert" | "tokens";
  better: "higher" | "lower" | "neither";
}

/** A ranking metric: computed from a ranked list and judgements alone. */
export interface RankingDescriptor extends MetricDescriptor {
  kind: "ranking";
  cutoff: "required" | "optional" | "none";
  /** Allowed values of its own options; the first is the default and is not printed. */
  options: Readonly<Record<string, readonly string[]>>;
  aliases: readonly string[];
  /** How queries are put together: counts are added up, the rest is averaged. */
  aggregate: "mean" | "sum";
}

function ranking(
  name: string,
  label: string,
  rest: Partial<RankingDescriptor> & Pick<RankingDescriptor, "definition" | "cutoff">,
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

/** Every ranking metric, in the order in which help and tables show them. */
export const RANKING_DESCRIPTORS = {
  ndcg: ranking("ndcg", "NDCG", {
    definition:
      "discounted cumulative gain over that of the ideal order; gain is the grade, or 2^grade - 1 with gain=exp",
    cutoff: "optional",
    options: { gain: ["lin", "exp"] },
    aliases: ["ndcg_cut"],
  }),
  map: ranking("map", "MAP", {
    definition: "average precision over the ranks of relevant documents",
    cutoff: "optional",
    aliases: ["ap", "map_cut"],
  }),
  mrr: ranking("mrr", "MRR", {
    definition: "one over the rank of the first relevant document, 0 when there is none",
    cutoff: "optional",
    aliases: ["rr", "recip_rank"],
  }),
  recall: ranking("recall", "Recall", {
    definition: "share of all relevant documents that are among the first k",
    cutoff: "required",
    aliases: ["r"],
  }),
  precision: ranking("precision", "Precision", {
    definition: "share of relevant documents among the first k, short lists padded with irrelevant ones",
    cutoff: "required",
    aliases: ["p"],
  }),
  f1: ranking("f1", "F1", { definition: "harmonic mean of precision and recall at k", cutoff: "required" }),
  success: ranking("success", "Success", {
    definition: "1 when a relevant document is among the first k, else 0",
    cutoff: "required",
    unit: "binary",
  }),
  rprec: ranking("rprec", "R-precision", {
    definition: "precision at rank R, R being the number of relevant documents",
    cutoff: "none",
  }),
  bpref: ranking("bpref", "bpref", {
    definition: "share of judged pairs in the right order, unjudged documents left out",
    cutoff: "none",
  }),
  infap: ranking("infap", "infAP", {
    definition: "average precision inferred from a pool of which a sample was judged",
    cutoff: "none",
  }),
  judged: ranking("judged", "Judged", {
    definition: "share of the first k returned documents that have a judgement",
    cutoff: "optional",
    better: "neither",
  }),
  num_ret: ranking("num_ret", "Returned", {
    definition: "documents returned",
    cutoff: "none",
    unit: "count",
    better: "neither",
    aggregate: "sum",
  }),
  num_rel: ranking("num_rel", "Relevant", {
    definition: "relevant documents known",
    cutoff: "none",
    unit: "count",
    better: "neither",
    aggregate: "sum",
  }),
  num_rel_ret: ranking("num_rel_ret", "Relevant returned", {
    definition: "relevant documents returned",
    cutoff: "none",
    unit: "count",
    aggregate: "sum",
  }),
} as const satisfies Record<string, RankingDescriptor>;

/** Name of a ranking metric without cutoff and options, such as `ndcg`. */
export type RankingFamily = keyof typeof RANKING_DESCRIPTORS;
