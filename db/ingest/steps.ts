/** Names of the steps as the progress callback gives them, in order. */
export const INGEST_STEPS = ["canonical", "enrich", "trace links", "chunks", "graph"] as const;
export type IngestStep = (typeof INGEST_STEPS)[number];
