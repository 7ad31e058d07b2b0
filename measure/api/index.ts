/** Metrics and statistics at once; files of TREC stand in `trec`, which reads and writes. */
export * from "./metrics.ts";
export * from "./statistics.ts";
