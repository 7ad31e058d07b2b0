import type { EmbeddingPort } from "../ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { termReader } from "../search/terms.ts";
import { buildVectorTable } from "../search/vector.ts";
import { chunkText } from "./chunking.ts";
import type { IngestContext } from "./context.ts";
import { bodyOf, nameOf } from "./entity-text.ts";

/** Context of the default embedding, in tokens. LSA has no limit of its own; this keeps a chunk to about a page. */
export const DEFAULT_CONTEXT_TOKENS = 1024;

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

/** Step 3: chunks, their embeddings, and their BM25 index. Gives the embedding, which queries need as well. */
export async function chunkAndEmbed(context: IngestContext): Promise<EmbeddingPort> {
  const { sql, dialect, progress } = context;
  const chunks = chunksOf(context);
  await bulkInsert(sql, {
    table: "rag.chunk",
    columns: {
      chunk_id: "integer",
      entity_id: "text",
      entity_type: "text",
      ordinal: "integer",
      title: "text",
      body: "text",
      ingest_run_id: "integer",
    },
    rows: chunks.map((chunk) => [
      chunk.chunkId,
      chunk.entityId,
      chunk.entityType,
      chunk.ordinal,
      chunk.title,
      chunk.body,
      context.ingestRunId,
    ]),
    onProgress: (done, total) => progress("chunks", done, 3 * total),
  });
  const termsOf = termReader();
  await dialect.build(
    sql,
    chunks.map(({ chunkId, indexed }) => ({ chunkId, terms: termsOf(indexed).join(" ") })),
  );
  progress("chunks", chunks.length, 3 * chunks.length);
  const texts = chunks.map((chunk) => chunk.indexed);
  const embedding = await context.embedding(texts);
  const vectors = await embedding.embed(texts);
  await buildVectorTable(sql, {
    dimensions: embedding.dimensions,
    index: context.vectorIndex,
    chunks: chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at]! })),
    onProgress: (done, total) => progress("chunks", 2 * total + done, 3 * total),
  });
  return embedding;
}

function chunksOf({ rows }: IngestContext): Chunk[] {
  const pieces = rows.artifacts.flatMap((artifact) =>
    chunkText(bodyOf(artifact), DEFAULT_CONTEXT_TOKENS).map((body, ordinal) => ({ artifact, body, ordinal })),
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
