import type { Lesson } from "../embeddings/open.ts";
import type { EmbeddingPort } from "../ports/ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { hnswIndexSql } from "../search/hnsw.ts";
import { createVectorTableSql } from "../search/vector.ts";
import { type ChunkVector, hasDirection, writeVectors } from "../search/write-vectors.ts";
import type { StepContext } from "./context.ts";
import { type ChunkChanges, type ChunkHead, chunkNumbers, readChunks, readChunkTerms } from "./indexed-chunk.ts";

/** An embedding learns from at most so many chunks, drawn by hash: more of them change its vectors little (design/substrate.md) and take memory. */
const MOST_LEARNED_FROM = 25_000;

/** Embeds new and changed chunks; all of them where there is no embedding to keep. */
export async function embedChunks(
  context: StepContext,
  { written, fromNothing }: ChunkChanges,
): Promise<EmbeddingPort> {
  const { keptEmbedding, sql, log } = context;
  if (keptEmbedding === null || fromNothing) return embedAll(context);
  for await (const chunks of chunkVectors(context, keptEmbedding, written)) {
    await writeVectors(sql, chunks);
    // A text without a known term has no vector, though it may have had one before.
    const without = chunks.filter((chunk) => !hasDirection(chunk)).map(({ chunkId }) => ({ chunk_id: chunkId }));
    await bulkDelete(sql, { table: "rag.chunk_embedding", key: ["chunk_id"], rows: without });
    log.add("rag.chunk_embedding", { updated: chunks.length - without.length, deleted: without.length });
  }
  return keptEmbedding;
}

async function embedAll(context: StepContext): Promise<EmbeddingPort> {
  const { sql, log, progress, hnsw } = context;
  const numbers = await chunkNumbers(sql);
  const embedding = context.keptEmbedding ?? (await context.embedding(await lessonOf(context, numbers)));
  await sql.execute(createVectorTableSql(embedding.dimensions));
  let done = 0;
  for await (const chunks of chunkVectors(context, embedding, numbers)) {
    await writeVectors(sql, chunks);
    done += chunks.length;
    progress("chunks", numbers.length + done, 2 * numbers.length);
  }
  if (hnsw) await sql.execute(hnswIndexSql(hnsw));
  log.add("rag.chunk_embedding", { inserted: numbers.length });
  return embedding;
}

async function lessonOf({ sql }: StepContext, numbers: readonly number[]): Promise<Lesson> {
  const drawn = numbers.length <= MOST_LEARNED_FROM ? numbers : await chunkNumbers(sql, MOST_LEARNED_FROM);
  return {
    async *texts() {
      for await (const chunks of readChunks(sql, drawn)) yield chunks.map(({ indexed }) => indexed);
    },
    async *terms() {
      for await (const chunks of readChunkTerms(sql, drawn)) yield chunks.map(({ terms }) => terms);
    },
  };
}

/** Some chunks at a time with their vectors; by their terms, which the database holds, where that is all that a vector depends on. */
async function* chunkVectors(
  { sql, progress }: StepContext,
  embedding: EmbeddingPort,
  numbers: readonly number[],
): AsyncGenerator<ChunkVector[]> {
  if (embedding.embedTerms) {
    for await (const chunks of readChunkTerms(sql, numbers))
      yield joined(chunks, embedding.embedTerms(chunks.map(({ terms }) => terms)));
    return;
  }
  for await (const chunks of readChunks(sql, numbers)) {
    const texts = chunks.map(({ indexed }) => indexed);
    yield joined(chunks, await embedding.embed(texts, (done, total) => progress("embeddings", done, total)));
  }
}

function joined(chunks: readonly ChunkHead[], vectors: readonly Float32Array[]): ChunkVector[] {
  return chunks.map(({ chunkId }, at) => ({ chunkId, vector: vectors[at]! }));
}
