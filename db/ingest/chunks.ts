import type { EmbeddingPort } from "../ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { termReader } from "../search/terms.ts";
import { buildVectorTable } from "../search/vector.ts";
import { chunkText } from "./chunking.ts";
import type { IngestContext } from "./context.ts";
import { bodyOf, nameOf } from "./entity-text.ts";

interface Chunk {
  chunkId: number;
  entityId: string;
  entityType: string;
  ordinal: number;
  title: string;
  body: string;
  /** What is embedded and ranked: each chunk of an entity carries its id and title. */
  indexed: string;
}

/** Step 3: chunks, their BM25 index and their embeddings. Gives the embedding, which queries need as well. */
export async function chunkAndEmbed(context: IngestContext): Promise<EmbeddingPort> {
  const chunks = chunksOf(context);
  await storeChunks(context, chunks);
  const termsOf = termReader(context.analysis);
  await context.dialect.build(
    context.sql,
    chunks.map(({ chunkId, indexed }) => ({ chunkId, terms: termsOf(indexed).join(" ") })),
  );
  return embedChunks(context, chunks);
}

async function storeChunks({ sql, ingestRunId, progress }: IngestContext, chunks: readonly Chunk[]): Promise<void> {
  await bulkInsert(sql, {
    table: "rag.chunk",
    rows: chunks.map(({ chunkId, entityId, entityType, ordinal, title, body }) => ({
      chunk_id: chunkId,
      entity_id: entityId,
      entity_type: entityType,
      ordinal,
      title,
      body,
      ingest_run_id: ingestRunId,
    })),
    onProgress: (done, total) => progress("chunks", done, 3 * total),
  });
}

async function embedChunks(context: IngestContext, chunks: readonly Chunk[]): Promise<EmbeddingPort> {
  const texts = chunks.map((chunk) => chunk.indexed);
  const embedding = await context.embedding(texts);
  const vectors = await embedding.embed(texts);
  await buildVectorTable(context.sql, {
    dimensions: embedding.dimensions,
    hnsw: context.hnsw,
    chunks: chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at]! })),
    onProgress: (done, total) => context.progress("chunks", 2 * total + done, 3 * total),
  });
  return embedding;
}

function chunksOf({ rows, contextTokens }: IngestContext): Chunk[] {
  const pieces = rows.artifacts.flatMap((artifact) =>
    chunkText(bodyOf(artifact), contextTokens).map((body, ordinal) => ({ artifact, body, ordinal })),
  );
  return pieces.map(({ artifact, body, ordinal }, at) => ({
    chunkId: at + 1,
    entityId: artifact.id,
    entityType: artifact.role,
    ordinal,
    title: nameOf(artifact),
    body,
    indexed: `${artifact.id}\n${nameOf(artifact)}\n${body}`,
  }));
}
