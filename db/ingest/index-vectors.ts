import type { EmbeddingPort } from "../ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { buildVectorTable, type ChunkVector, vectorRows } from "../search/vector.ts";
import type { StepContext } from "./context.ts";
import { type Chunk, type ChunkChanges, storedChunks } from "./indexed-chunk.ts";

/** Embeds new and changed chunks; all of them where there is no embedding to keep. */
export async function embedChunks(context: StepContext, changes: ChunkChanges): Promise<EmbeddingPort> {
  const { keptEmbedding, sql, log } = context;
  if (keptEmbedding === null || changes.fromNothing)
    return embedAll(context, changes.fromNothing ? changes.written : await storedChunks(sql));
  const chunks = await withVectors(context, keptEmbedding, changes.written);
  const rows = vectorRows(chunks);
  await bulkUpsert(sql, { table: "rag.chunk_embedding", key: ["chunk_id"], rows });
  // A text without a known term has no vector, though it may have had one before.
  const directed = new Set(rows.map((row) => row.chunk_id));
  const without = changes.written.filter(({ chunkId }) => !directed.has(chunkId));
  await bulkDelete(sql, {
    table: "rag.chunk_embedding",
    key: ["chunk_id"],
    rows: without.map(({ chunkId }) => ({ chunk_id: chunkId })),
  });
  log.add("rag.chunk_embedding", { updated: rows.length, deleted: without.length });
  return keptEmbedding;
}

async function embedAll(context: StepContext, chunks: readonly Chunk[]): Promise<EmbeddingPort> {
  const { sql, log, progress, hnsw } = context;
  const embedding = context.keptEmbedding ?? (await context.embedding(chunks.map((chunk) => chunk.indexed)));
  await buildVectorTable(sql, {
    dimensions: embedding.dimensions,
    hnsw,
    chunks: await withVectors(context, embedding, chunks),
    onProgress: (done, total) => progress("chunks", 2 * total + done, 3 * total),
  });
  log.add("rag.chunk_embedding", { inserted: chunks.length });
  return embedding;
}

async function withVectors(
  { progress }: StepContext,
  embedding: EmbeddingPort,
  chunks: readonly Chunk[],
): Promise<ChunkVector[]> {
  const vectors = await embedding.embed(
    chunks.map((chunk) => chunk.indexed),
    (done, total) => progress("embeddings", done, total),
  );
  return chunks.map(({ chunkId, entityId, entityType }, at) => ({
    chunkId,
    entityId,
    entityType,
    vector: vectors[at]!,
  }));
}
