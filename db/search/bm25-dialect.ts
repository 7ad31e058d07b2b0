import type { SqlPort } from "../ports.ts";

/** A chunk as BM25 sees it: its terms joined by spaces (db/search/terms.ts). */
export interface ChunkTerms {
  chunkId: number;
  terms: string;
}

/** One way of ranking by BM25 inside a relational back end. All dialects rank the same terms. */
export interface Bm25Dialect {
  readonly name: "pg_textsearch" | "pg_search" | "portable";
  /** Statements of the extension, if any. */
  readonly extensionSql: string;
  /** Creates `rag.chunk_terms (chunk_id, terms)` and what ranks it. */
  build(sql: SqlPort, chunks: readonly ChunkTerms[]): Promise<void>;
  /**
   * A subquery giving `chunk_id, score` of the best `limit` chunks for the terms in parameter `$1` (joined by spaces),
   * higher is better; chunks without any of the terms are left out.
   */
  ranked(limit: number): string;
}
