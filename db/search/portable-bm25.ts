import type { Saturation } from "../ports/substrate-manifest.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { postingRows } from "./postings.ts";

/**
 * BM25 in plain SQL, for any PostgreSQL: a row a term with the chunks that hold it and what it adds to their scores.
 * score = sum over terms of ln(1 + (N - n + 0.5) / (n + 0.5)) * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
 * after Robertson and Zaragoza 2009, with the 1 + that keeps a term in most chunks above 0.
 */
export function portableBm25(saturation: Saturation): Bm25Dialect {
  return {
    name: "portable",
    extensionSql: "",
    async index(sql) {
      await sql.execute(
        `DROP TABLE IF EXISTS rag.term_postings;
         CREATE TABLE rag.term_postings (term text PRIMARY KEY, chunk_ids integer[] NOT NULL, scores double precision[] NOT NULL)`,
      );
      for await (const rows of postingRows(sql, saturation))
        await bulkInsert(sql, { table: "rag.term_postings", rows, batch: 500 });
    },
    ranked: (limit) => `
      SELECT u.chunk_id, sum(u.score) AS score
      FROM rag.term_postings p, unnest(p.chunk_ids, p.scores) AS u (chunk_id, score)
      WHERE p.term = ANY(string_to_array($1, ' '))
      GROUP BY u.chunk_id ORDER BY score DESC, u.chunk_id LIMIT ${limit}`,
  };
}
