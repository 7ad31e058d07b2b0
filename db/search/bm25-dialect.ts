import type { SqlPort } from "../ports/ports.ts";
import type { Saturation } from "../ports/substrate-manifest.ts";

/** The usual values, and the extension's. */
export const DEFAULT_SATURATION: Saturation = { k1: 1.2, b: 0.75 };

export type Bm25Name = "pg_textsearch" | "portable";

/** One way of ranking by BM25 inside a relational back end. All dialects rank the same terms. */
export interface Bm25Dialect {
  readonly name: Bm25Name;
  /** Statements of the extension, if any. */
  readonly extensionSql: string;
  /**
   * Makes what ranks `rag.chunk_terms (chunk_id, terms)`, a text's terms joined by spaces (db/search/terms.ts); anew where it was
   * there: scores depend on the number of chunks, their mean length and the spread of each term.
   */
  index(sql: SqlPort): Promise<void>;
  /**
   * A subquery giving `chunk_id, score` of the best `limit` chunks for the terms in parameter `$1` (joined by spaces),
   * higher is better; chunks without any of the terms are left out.
   */
  ranked(limit: number): string;
}
