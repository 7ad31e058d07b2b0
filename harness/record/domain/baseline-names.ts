/** Names of the baselines in `bench.yaml`, files and tables, in the order of the tables. */
export const BASELINE_NAMES = [
  "keyword",
  "vector",
  "hybrid",
  "reranked",
  "source_search",
  "random",
  "graph_oracle",
  "oracle",
] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];

/** Those that need nothing but the corpus. */
export const DEFAULT_BASELINES: readonly BaselineName[] = BASELINE_NAMES.filter(
  (name) => name !== "reranked" && name !== "source_search",
);
