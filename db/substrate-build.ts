import type { Environment } from "./base/environment.ts";
import type { Corpus } from "./corpora/corpus.ts";
import { newEmbedding } from "./embeddings/open.ts";
import type { CorpusEnrichment } from "./enrichment/enrich-corpus.ts";
import type { IngestProgress } from "./ingest/context.ts";
import { type IngestResult, ingest } from "./ingest/index.ts";
import type { SubstrateManifest } from "./ports.ts";
import { loadSchema } from "./schema/load.ts";
import { bm25Dialect } from "./search/dialects.ts";
import { type HnswRecall, measureHnswRecall } from "./search/hnsw.ts";
import type { SnapshotDraft, SnapshotStore } from "./snapshots/store.ts";
import type { SubstrateOptions } from "./substrate-options.ts";

/** What a build needs. */
export interface Build {
  store: SnapshotStore;
  corpus: Corpus;
  options: SubstrateOptions;
  enrichment: CorpusEnrichment | null;
  snapshotHash: string;
  progress: IngestProgress;
  now: () => number;
  environment: Environment;
}

/** Builds a snapshot as a draft and publishes it when it is whole. */
export async function buildSnapshot(build: Build): Promise<SubstrateManifest> {
  const startedAt = build.now();
  // `begin(previous.snapshotHash)` starts from a copy of an earlier snapshot, which `store.list()` finds by mapping.name.
  const draft = await build.store.begin(null);
  try {
    const result = await fill(draft, build);
    return await draft.publish(manifestOf(build, { draft, result, startedAt }));
  } finally {
    await draft.discard();
  }
}

type Filled = IngestResult & { hnsw: HnswRecall | null; conflicts: number };

async function fill(
  { sql, graph }: SnapshotDraft,
  { corpus, options, enrichment, progress, environment }: Build,
): Promise<Filled> {
  const { search, vectorIndex, embedding } = options;
  const hnsw = vectorIndex === "hnsw" ? options.hnsw : null;
  for (const file of await loadSchema()) await sql.execute(file.sql);
  const result = await ingest({
    corpus,
    sql,
    graph,
    dialect: bm25Dialect(options.bm25, search),
    enrichment,
    analysis: search,
    hnsw,
    contextTokens: embedding.contextTokens,
    embedding: (texts) => newEmbedding({ sql, options: embedding, analysis: search, environment }, texts),
    progress,
  });
  // Every copy would do by itself what VACUUM leaves done: hint bits, visibility, statistics.
  await sql.execute("VACUUM ANALYZE");
  const { rows } = await sql.query<{ n: number }>(
    "SELECT count(DISTINCT (entity_id, key, llm_value))::int AS n FROM enrichment.conflict",
  );
  return {
    ...result,
    hnsw: hnsw && (await measureHnswRecall(sql, { embedding: result.embedding, hnsw })),
    conflicts: rows[0]!.n,
  };
}

function manifestOf(
  { corpus, options, enrichment, snapshotHash, now }: Build,
  { draft, result, startedAt }: { draft: SnapshotDraft; result: Filled; startedAt: number },
): SubstrateManifest {
  const { id, dimensions } = result.embedding;
  const { bm25, vectorIndex, search } = options;
  return {
    version: 1,
    corpusHash: corpus.hash,
    snapshotHash,
    mapping: corpus.mapping,
    backEnds: { postgres: draft.sql.backEnd, graph: draft.graph.backEnd, bm25, vectorIndex, embedding: id, dimensions },
    search,
    hnsw: result.hnsw,
    embeddingUsage: result.embedding.usage?.() ?? null,
    enrichment: enrichment && { model: enrichment.model, ...enrichment.report, conflicts: result.conflicts },
    counts: result.counts,
    ingestRunId: result.ingestRunId,
    builtAt: new Date(now()).toISOString(),
    durationMs: now() - startedAt,
    notes: corpus.notes,
  };
}
