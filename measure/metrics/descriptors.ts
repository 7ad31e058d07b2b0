import type { JudgedRanking } from "./ranking.ts";

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
  /** The number of one ranked list, always finite; @param cutoff `Infinity` where the name has none. */
  compute(ranking: JudgedRanking, cutoff: number, options: Readonly<Record<string, string>>): number;
}
