/** Metrics, statistics and clustering at once; files of TREC stand in `trec`, which reads and writes. */
export * from "./clustering.ts";
export * from "./metrics.ts";
export * from "./statistics.ts";
