import type { Saturation } from "../ports/substrate-manifest.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { CHUNK_TERMS } from "./chunk-terms.ts";

/**
 * BM25 by the extension pg_textsearch. Only an index scan can tell its score cheaply (`bm25_get_current_score`), so the
 * function forbids the sequential scan that the planner would choose for a large limit, and which is 50 times slower.
 */
export function pgTextsearch({ k1, b }: Saturation): Bm25Dialect {
  return {
    name: "pg_textsearch",
    extensionSql: "CREATE EXTENSION IF NOT EXISTS pg_textsearch;",
    // `simple`: the terms are stemmed and filtered already. Rows that are inserted into an index leave those that they replace in
    // its statistics, and scores would be up to 4 % off: hence a new one.
    index: (sql) =>
      sql.execute(
        `DROP INDEX IF EXISTS rag.chunk_terms_bm25;
         CREATE INDEX chunk_terms_bm25 ON ${CHUNK_TERMS} USING bm25 (terms) WITH (text_config = 'simple', k1 = ${k1}, b = ${b});
         ${RANKED_FUNCTION}`,
      ),
    ranked: (limit) => `SELECT chunk_id, score FROM public.bm25_ranked($1, ${limit}) WHERE score > 0`,
  };
}

const RANKED_FUNCTION = `
CREATE OR REPLACE FUNCTION public.bm25_ranked(query text, wanted integer) RETURNS TABLE (chunk_id integer, score double precision)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $body$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT t.chunk_id, -bm25_get_current_score()::double precision FROM rag.chunk_terms t
     ORDER BY t.terms <@> to_bm25query(%L, ''rag.chunk_terms_bm25'') LIMIT %s', query, wanted);
END $body$;`;
