import { withTodaysNames } from "../../base/old-names.ts";

/** A snapshot's manifest as an older version wrote it, with today's names. */
export function withTodaysManifestNames(manifest: unknown): unknown {
  return withTodaysNames(manifest, PLACES);
}

/** The same of its counts, which stand in the database as well. */
export function withTodaysCountNames(counts: unknown): unknown {
  return withTodaysNames(counts, COUNTS);
}

const COUNTS = [
  "testCases",
  "backlogItems",
  "backlogItemsBySubtype",
  "knowledgeEntries",
  "otherArtifacts",
  "traceLinks",
  "unresolvedReferences",
  "graphNodes",
  "graphEdges",
];

const PLACES = [
  "corpusHash",
  "snapshotHash",
  "backEnds",
  "back_ends.vectorIndex",
  "search.stopWords",
  "search.splitNames",
  "hnsw.efConstruction",
  "hnsw.efSearch",
  "hnsw.recallAt10",
  "hnsw.indexUsed",
  "embeddingUsage",
  "embedding_usage.costUsd",
  "enrichment.stoppedBy",
  "enrichment.usage.tokensIn",
  "enrichment.usage.tokensOut",
  "enrichment.usage.costUsd",
  "lineage.embeddingLearnedFrom",
  ...COUNTS.map((name) => `counts.${name}`),
  "ingestRunId",
  "builtAt",
  "durationMs",
];
