interface Experiment {
  /** Of `examples/`. */
  example: string;
  table: string;
  /** Columns that fit a terminal; the files have all. */
  shown: readonly string[];
  /** A second table, beneath it. */
  further?: { table: string; shown: readonly string[] };
}

/** Experiments that others published or planned, as configurations of ours. */
export const EXPERIMENTS = {
  strategies: {
    example: "strategies.yaml",
    table: "reproduction_strategies",
    shown: ["strategy", "system", "ndcg@10", "recall@10", "mrr@10", "functional_pass", "published"],
  },
  corrective: {
    example: "corrective.yaml",
    table: "reproduction_corrective",
    shown: ["level", "model", "threshold", "published_threshold", "ndcg@10", "fallback"],
  },
  faults: {
    example: "faults/bench.yaml",
    table: "reproduction_faults",
    shown: ["pipeline", "questions", "mrr@10", "hit@1", "hit@5", "n"],
    further: {
      table: "reproduction_faults_counts",
      shown: ["what", "count", "of", "share", "low", "high", "p"],
    },
  },
} as const satisfies Record<string, Experiment>;

export type ExperimentName = keyof typeof EXPERIMENTS;
export const EXPERIMENT_NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];

/** The tables of an experiment, the first of which a run of it must have. */
export function tablesOf(name: ExperimentName): readonly Pick<Experiment, "table" | "shown">[] {
  const { further, ...first }: Experiment = EXPERIMENTS[name];
  return further ? [first, further] : [first];
}
