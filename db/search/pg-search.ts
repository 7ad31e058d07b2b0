import { UserError } from "../../base/user-error.ts";
import { type Bm25Dialect, DEFAULT_SATURATION, type Saturation } from "./bm25-dialect.ts";
import { createChunkTerms } from "./chunk-terms.ts";

/**
 * BM25 by ParadeDB's extension pg_search (0.20 and later: the `pdb` schema), by its documentation: tokenizers/whitespace,
 * full-text/match (`|||`: any of the words), sorting/score. Written against the documents, never run: no build of the
 * extension was at hand. Its k1 and b are fixed.
 */
export function pgSearch(saturation: Saturation): Bm25Dialect {
  if (saturation.k1 !== DEFAULT_SATURATION.k1 || saturation.b !== DEFAULT_SATURATION.b)
    throw new UserError(
      "substrate",
      `BM25 by pg_search: expected k1 ${DEFAULT_SATURATION.k1} and b ${DEFAULT_SATURATION.b}, which the extension fixes, found ${saturation.k1} and ${saturation.b}`,
      { hint: "leave k1 and b out, or use the dialect portable or pg_textsearch" },
    );
  return {
    name: "pg_search",
    extensionSql: "CREATE EXTENSION IF NOT EXISTS pg_search;",
    async build(sql, chunks) {
      await createChunkTerms(sql, chunks);
      await sql.execute(INDEX_SQL);
    },
    refresh: (sql) => sql.execute("REINDEX INDEX rag.chunk_terms_bm25"),
    ranked: (limit) => `
      SELECT t.chunk_id, pdb.score(t.chunk_id)::double precision AS score FROM rag.chunk_terms t
      WHERE t.terms ||| $1::text ORDER BY score DESC, t.chunk_id LIMIT ${limit}`,
  };
}

/** The terms are stemmed and filtered already: split them at spaces, nothing else. */
const INDEX_SQL = `CREATE INDEX chunk_terms_bm25 ON rag.chunk_terms
  USING bm25 (chunk_id, (terms::pdb.whitespace)) WITH (key_field = 'chunk_id')`;
