import { compareText } from "../../base/hash.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { Saturation } from "../substrate-manifest.ts";
import type { Bm25Dialect, ChunkTerms } from "./bm25-dialect.ts";
import { createChunkTerms } from "./chunk-terms.ts";

/**
 * BM25 in plain SQL, for any PostgreSQL: a row a term with the chunks that hold it and what it adds to their scores.
 * score = sum over terms of ln(1 + (N - n + 0.5) / (n + 0.5)) * tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
 * after Robertson and Zaragoza 2009, with the 1 + that keeps a term in most chunks above 0.
 */
export function portableBm25(saturation: Saturation): Bm25Dialect {
  return {
    name: "portable",
    extensionSql: "",
    async build(sql, chunks) {
      await createChunkTerms(sql, chunks);
      await sql.execute(
        "CREATE TABLE rag.term_postings (term text PRIMARY KEY, chunk_ids integer[] NOT NULL, scores double precision[] NOT NULL)",
      );
      await bulkInsert(sql, { table: "rag.term_postings", rows: postingRows(chunks, saturation), batch: 500 });
    },
    async refresh(sql) {
      const { rows } = await sql.query<{ chunk_id: number; terms: string }>(
        "SELECT chunk_id, terms FROM rag.chunk_terms ORDER BY chunk_id",
      );
      await sql.execute("TRUNCATE rag.term_postings");
      const chunks = rows.map(({ chunk_id, terms }) => ({ chunkId: chunk_id, terms }));
      await bulkInsert(sql, { table: "rag.term_postings", rows: postingRows(chunks, saturation), batch: 500 });
    },
    ranked: (limit) => `
      SELECT u.chunk_id, sum(u.score) AS score
      FROM rag.term_postings p, unnest(p.chunk_ids, p.scores) AS u (chunk_id, score)
      WHERE p.term = ANY(string_to_array($1, ' '))
      GROUP BY u.chunk_id ORDER BY score DESC, u.chunk_id LIMIT ${limit}`,
  };
}

function postingRows(chunks: readonly ChunkTerms[], { k1, b }: Saturation) {
  const documents = chunks.map(({ chunkId, terms }) => ({ chunkId, terms: terms === "" ? [] : terms.split(" ") }));
  const meanLength = documents.reduce((sum, { terms }) => sum + terms.length, 0) / (documents.length || 1) || 1;
  const postings = new Map<string, { chunkId: number; weight: number }[]>();
  for (const { chunkId, terms } of documents) {
    for (const [term, count] of countsOf(terms)) {
      const weight = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * terms.length) / meanLength));
      const list = postings.get(term);
      if (list) list.push({ chunkId, weight });
      else postings.set(term, [{ chunkId, weight }]);
    }
  }
  const sorted = [...postings].sort(([a], [b]) => compareText(a, b));
  return sorted.map(([term, list]) => {
    const inverse = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5));
    const scores = list.map(({ weight }) => inverse * weight);
    return { term, chunk_ids: list.map(({ chunkId }) => chunkId), scores };
  });
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
