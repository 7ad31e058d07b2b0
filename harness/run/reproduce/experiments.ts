import type { Table } from "../../results/table-format/table.ts";

interface Experiment {
  /** Of `examples/`. */
  example: string;
  table: string;
  /** Columns that fit a terminal; the files have all. */
  shown: readonly string[];
  /** A second table, beneath it; a run may have this one alone. */
  further?: { table: string; shown: readonly string[] };
  /** A table that is made of the run's corpus where that is a folder, beneath the others. */
  ofCorpus?: { make(corpus: string): Promise<Table>; shown: readonly string[] };
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
    ofCorpus: {
      // A command is declared without what reads corpora.
      make: async (corpus) => (await import("./clustering.ts")).clusteringReproduction(corpus),
      shown: ["how", "reports", "patterns", "apart", "largest", "npmi", "diversity"],
    },
  },
} as const satisfies Record<string, Experiment>;

export type ExperimentName = keyof typeof EXPERIMENTS;
export const EXPERIMENT_NAMES = Object.keys(EXPERIMENTS) as ExperimentName[];

/** The tables of an experiment, one of which a run of it must have. */
export function tablesOf(name: ExperimentName): readonly Pick<Experiment, "table" | "shown">[] {
  const { further, ...first }: Experiment = EXPERIMENTS[name];
  return further ? [first, further] : [first];
}

export function tableOfCorpus(name: ExperimentName): Experiment["ofCorpus"] {
  const { ofCorpus }: Experiment = EXPERIMENTS[name];
  return ofCorpus;
}
