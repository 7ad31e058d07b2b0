import type { Environment } from "../base/environment.ts";
import type { Outages } from "../base/outages/outages.ts";
import { newEmbedding } from "./embeddings/open.ts";
import { resumable } from "./embeddings/resumable.ts";
import type { CorpusEnrichment } from "./enrichment/enrich-corpus.ts";
import type { IngestOptions, IngestProgress } from "./ingest/context.ts";
import { type IngestResult, ingest } from "./ingest/index.ts";
import { loadGraphAhead } from "./open-graph.ts";
import type { SubstrateOptions } from "./options/substrate-options.ts";
import type { StreamedCorpus } from "./ports/corpus.ts";
import type { EmbeddingPort } from "./ports/ports.ts";
import type { HnswRecall, SnapshotLineage, SubstrateManifest } from "./ports/substrate-manifest.ts";
import { checkReferencesLater } from "./postgres/references-later.ts";
import { bm25Dialect } from "./search/dialects.ts";
import { measureHnswRecall } from "./search/hnsw.ts";
import type { SnapshotIdentity } from "./snapshots/identity.ts";
import { outlastingEmbedding } from "./snapshots/outlasting.ts";
import type { SnapshotDraft, SnapshotStore } from "./snapshots/store.ts";

/** What a build needs. */
export interface Build {
  store: SnapshotStore;
  corpus: StreamedCorpus;
  options: SubstrateOptions;
  enrichment: CorpusEnrichment | null;
  identity: SnapshotIdentity;
  progress: IngestProgress;
  now: () => number;
  environment: Environment;
  log: (message: string) => void;
  outages: Outages;
}

/** Builds a snapshot from nothing and publishes it when it is whole. */
export async function buildFresh(build: Build, because: string): Promise<SubstrateManifest> {
  const startedAt = build.now();
  const draft = await build.store.begin(null);
  try {
    const result = await checkReferencesLater(draft.sql, () =>
      ingest({ ...ingestOptions(build, draft, null), projected: graphAhead(build, draft, build.identity.freshHash) }),
    );
    const lineage = { mode: "fresh", from: null, embedding_learned_from: build.corpus.hash, because } as const;
    return await finish(build, draft, { result, startedAt, lineage, snapshotHash: build.identity.freshHash });
  } finally {
    await draft.discard();
  }
}

/** What goes wrong with the graph store is told to whoever opens the snapshot, which then loads it. */
export function graphAhead(
  { options, environment, log }: Build,
  { aside: session }: SnapshotDraft,
  snapshotHash: string,
): () => Promise<void> {
  return async () => {
    if (session) await loadGraphAhead({ options, environment, log, session, snapshotHash }).catch(() => undefined);
  };
}

/** What an ingest into a draft is given. */
export function ingestOptions(
  { corpus, options, enrichment, progress, environment, outages }: Build,
  { sql, graph }: SnapshotDraft,
  keptEmbedding: EmbeddingPort | null,
): IngestOptions {
  const { search, embedding, cacheDirectory } = options;
  const kept = (port: EmbeddingPort) =>
    resumable(outlastingEmbedding(port, outages), { options: embedding, cacheDirectory });
  return {
    corpus,
    sql,
    graph,
    keptEmbedding: keptEmbedding && kept(keptEmbedding),
    dialect: bm25Dialect(options.bm25, search),
    enrichment,
    analysis: search,
    hnsw: options.vectorIndex === "hnsw" ? options.hnsw : null,
    contextTokens: embedding.contextTokens,
    embedding: async (lesson) =>
      kept(await newEmbedding({ sql, options: embedding, analysis: search, environment }, lesson)),
    progress,
  };
}

interface Finished {
  result: IngestResult;
  lineage: SnapshotLineage;
  snapshotHash: string;
  startedAt: number;
}

/** Gives a draft that holds the corpus its place. */
export async function finish(build: Build, draft: SnapshotDraft, finished: Finished): Promise<SubstrateManifest> {
  // Every copy would do by itself what VACUUM leaves done: hint bits, visibility, statistics.
  await draft.sql.execute("VACUUM ANALYZE");
  const { vectorIndex, hnsw } = build.options;
  const { embedding } = finished.result;
  const recall = vectorIndex === "hnsw" ? await measureHnswRecall(draft.sql, { embedding, hnsw }) : null;
  const { rows } = await draft.sql.query<{ n: number }>(
    "SELECT count(DISTINCT (entity_id, key, llm_value))::int AS n FROM enrichment.conflict",
  );
  return draft.publish(manifestOf(build, draft, { ...finished, recall, conflicts: rows[0]!.n }));
}

function manifestOf(
  { corpus, options, enrichment, identity, now }: Build,
  draft: SnapshotDraft,
  finished: Finished & { recall: HnswRecall | null; conflicts: number },
): SubstrateManifest {
  const { result, lineage, snapshotHash, startedAt, recall, conflicts } = finished;
  const { id, dimensions } = result.embedding;
  const { bm25, vectorIndex } = options;
  return {
    version: 1,
    corpus_hash: corpus.hash,
    snapshot_hash: snapshotHash,
    recipe: identity.recipe,
    lineage,
    mapping: corpus.mapping,
    back_ends: {
      postgres: draft.sql.backEnd,
      graph: draft.graph.backEnd,
      bm25,
      vector_index: vectorIndex,
      embedding: id,
      dimensions,
    },
    search: searchFacts(options.search),
    hnsw: recall,
    embedding_usage: result.embedding.usage?.() ?? null,
    enrichment: enrichment && { model: enrichment.model, ...enrichment.report, conflicts },
    ...(corpus.redaction && { redaction: corpus.redaction }),
    counts: result.counts,
    ingest_run_id: result.ingestRunId,
    built_at: new Date(now()).toISOString(),
    duration_ms: now() - startedAt,
    notes: [...corpus.notes, ...(result.embedding.notes ?? []), ...lineageNotes(lineage)],
  };
}

/** How a snapshot's texts became terms, as its manifest says it. */
export function searchFacts({ stemming, stopWords, splitNames, k1, b }: SubstrateOptions["search"]) {
  return { stemming, stop_words: stopWords, split_names: splitNames, k1, b } satisfies SubstrateManifest["search"];
}

/** Who reads numbers of an incremental snapshot has to know that a fresh one could give others. */
function lineageNotes({
  mode,
  from,
  because,
  embedding_learned_from: embeddingLearnedFrom,
}: SnapshotLineage): string[] {
  if (mode === "fresh") return [];
  return [
    `built by differences on snapshot ${from?.slice(0, 12)}, with the embedding of corpus ${embeddingLearnedFrom.slice(0, 12)}: ${because}; \`scopebench corpus ingest --fresh\` learns it anew`,
  ];
}
