/** Experiments that others published or planned, as configurations of ours. */
export const EXPERIMENTS = {
  strategies: {
    example: "strategies.yaml",
    table: "reproduction_strategies",
    /** Columns that fit a terminal; the files have all. */
    shown: ["strategy", "system", "ndcg@10", "recall@10", "mrr@10", "functional_pass", "published"],
  },
  corrective: {
    example: "corrective.yaml",
    table: "reproduction_corrective",
    shown: ["level", "model", "threshold", "published_threshold", "ndcg@10", "fallback"],
  },
} as const;

export type ExperimentName = keyof typeof EXPERIMENTS;
export const EXPERIMENT_NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];
