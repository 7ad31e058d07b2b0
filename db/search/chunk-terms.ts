import type { SqlPort } from "../ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { ChunkTerms } from "./bm25-dialect.ts";

/** The table that every dialect has: what ranks by it, and where AND, NOT and phrases are tested. */
export async function createChunkTerms(sql: SqlPort, chunks: readonly ChunkTerms[]): Promise<void> {
  await sql.execute(
    "CREATE TABLE rag.chunk_terms (chunk_id integer PRIMARY KEY REFERENCES rag.chunk, terms text NOT NULL)",
  );
  await bulkInsert(sql, {
    table: "rag.chunk_terms",
    rows: chunks.map((chunk) => ({ chunk_id: chunk.chunkId, terms: chunk.terms })),
  });
}
