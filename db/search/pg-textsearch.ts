import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";

/**
 * BM25 by the extension pg_textsearch. Only an index scan can tell its score cheaply (`bm25_get_current_score`), so the
 * function forbids the sequential scan that the planner would choose for a large limit, and which is 50 times slower.
 */
export const pgTextsearch: Bm25Dialect = {
  name: "pg_textsearch",
  extensionSql: "CREATE EXTENSION pg_textsearch;",
  async build(sql, chunks) {
    await sql.execute(
      "CREATE TABLE rag.chunk_terms (chunk_id integer PRIMARY KEY REFERENCES rag.chunk, terms text NOT NULL)",
    );
    await bulkInsert(sql, {
      table: "rag.chunk_terms",
      rows: chunks.map((chunk) => ({ chunk_id: chunk.chunkId, terms: chunk.terms })),
    });
    // `simple`: the terms are stemmed and filtered already.
    await sql.execute(`
      CREATE INDEX chunk_terms_bm25 ON rag.chunk_terms USING bm25 (terms) WITH (text_config = 'simple');
      CREATE FUNCTION public.bm25_ranked(query text, wanted integer) RETURNS TABLE (chunk_id integer, score double precision)
      LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $body$
      BEGIN
        RETURN QUERY EXECUTE format(
          'SELECT t.chunk_id, -bm25_get_current_score()::double precision FROM rag.chunk_terms t
           ORDER BY t.terms <@> to_bm25query(%L, ''rag.chunk_terms_bm25'') LIMIT %s', query, wanted);
      END $body$;
    `);
  },
  ranked: (limit) => `SELECT chunk_id, score FROM public.bm25_ranked($1, ${limit}) WHERE score > 0`,
};
