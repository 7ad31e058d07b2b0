import type { SqlPort } from "../ports.ts";
import type { Saturation } from "../substrate-manifest.ts";

/** A chunk as BM25 sees it: its terms joined by spaces (db/search/terms.ts). */
export interface ChunkTerms {
  chunkId: number;
  terms: string;
}

/** The usual values, and the extension's. */
export const DEFAULT_SATURATION: Saturation = { k1: 1.2, b: 0.75 };

export type Bm25Name = "pg_textsearch" | "portable";

/** One way of ranking by BM25 inside a relational back end. All dialects rank the same terms. */
export interface Bm25Dialect {
  readonly name: Bm25Name;
  /** Statements of the extension, if any. */
  readonly extensionSql: string;
  /** Creates `rag.chunk_terms (chunk_id, terms)` and what ranks it. */
  build(sql: SqlPort, chunks: readonly ChunkTerms[]): Promise<void>;
  /**
   * What has to follow a change of some rows of `rag.chunk_terms`, so that scores are those of a fresh build: they depend
   * on the number of chunks, their mean length and the spread of each term.
   */
  refresh(sql: SqlPort): Promise<void>;
  /**
   * A subquery giving `chunk_id, score` of the best `limit` chunks for the terms in parameter `$1` (joined by spaces),
   * higher is better; chunks without any of the terms are left out.
   */
  ranked(limit: number): string;
}
