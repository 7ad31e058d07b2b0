/** Names of the baselines in `bench.yaml`, files and tables, in the order of the tables. */
export const BASELINE_NAMES = ["keyword", "vector", "hybrid", "random", "graph_oracle", "oracle"] as const;
export type BaselineName = (typeof BASELINE_NAMES)[number];
