import type { RunStatus } from "../../db/ingest/status.ts";
import type { SubstrateManifest } from "../../db/substrate-manifest.ts";
import type { Names } from "../terminal/json-text.ts";

/** Of an ingest run, for `--json`. */
export const INGEST_RUN_NAMES: Names<RunStatus> = {
  corpusHash: "corpus_hash",
  durationMs: "duration_ms",
  finishedAt: "finished_at",
  ingestRunId: "ingest_run_id",
  startedAt: "started_at",
};

/** Of a snapshot, for `--json`; its mapping is written as in corpus.yaml. */
export const SNAPSHOT_NAMES: Names<SubstrateManifest> = {
  artifactTypes: "artifactTypes",
  idPatterns: "idPatterns",
  linkKinds: "linkKinds",
  backEnds: "back_ends",
  backlogItems: "backlog_items",
  backlogItemsBySubtype: "backlog_items_by_subtype",
  builtAt: "built_at",
  corpusHash: "corpus_hash",
  costUsd: "cost_usd",
  durationMs: "duration_ms",
  efConstruction: "ef_construction",
  efSearch: "ef_search",
  embeddingLearnedFrom: "embedding_learned_from",
  embeddingUsage: "embedding_usage",
  graphEdges: "graph_edges",
  graphNodes: "graph_nodes",
  indexUsed: "index_used",
  ingestRunId: "ingest_run_id",
  knowledgeEntries: "knowledge_entries",
  otherArtifacts: "other_artifacts",
  recallAt10: "recall_at10",
  snapshotHash: "snapshot_hash",
  splitNames: "split_names",
  stopWords: "stop_words",
  stoppedBy: "stopped_by",
  testCases: "test_cases",
  tokensIn: "tokens_in",
  tokensOut: "tokens_out",
  traceLinks: "trace_links",
  unresolvedReferences: "unresolved_references",
  vectorIndex: "vector_index",
};
