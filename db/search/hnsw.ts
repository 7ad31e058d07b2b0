import type { EmbeddingPort, SqlPort } from "../ports/ports.ts";
import type { HnswOptions, HnswRecall } from "../ports/substrate-manifest.ts";
import { vectorLiteral } from "./vector-literal.ts";

/** Settings of each session: unless told, HNSW looks at 40 candidates, and searches here ask for up to several hundred. */
export function hnswSettings({ efSearch }: HnswOptions): Record<string, string | number> {
  return { "hnsw.ef_search": efSearch, "hnsw.iterative_scan": "strict_order" };
}

export function hnswSessionSql(hnsw: HnswOptions): string {
  return Object.entries(hnswSettings(hnsw))
    .map(([name, value]) => `SET ${name} = ${value};`)
    .join(" ");
}

export function hnswIndexSql({ m, efConstruction }: HnswOptions): string {
  return `CREATE INDEX chunk_embedding_hnsw ON rag.chunk_embedding USING hnsw (embedding vector_ip_ops)
          WITH (m = ${m}, ef_construction = ${efConstruction})`;
}

/** Recall against exact search over a fixed sample of the corpus' titles, each as a query. */
export async function measureHnswRecall(
  sql: SqlPort,
  { embedding, hnsw, sample = 200 }: { embedding: EmbeddingPort; hnsw: HnswOptions; sample?: number },
): Promise<HnswRecall> {
  const { rows } = await sql.query<{ title: string }>(
    "SELECT title FROM rag.chunk ORDER BY md5('hnsw ' || chunk_id), chunk_id LIMIT $1",
    [sample],
  );
  const vectors = await embedding.embed(rows.map((row) => row.title));
  const queries = vectors.filter((vector) => vector.some((value) => value !== 0)).map(vectorLiteral);
  const shares: number[] = [];
  for (const query of queries) {
    const exact = await nearest(sql, query, EXACT_ORDER);
    const found = await nearest(sql, query, INDEX_ORDER);
    // Single precision: equal distances may differ in the last bits.
    const reached = found.filter((score) => score >= exact.at(-1)! - 1e-6).length;
    shares.push(Math.min(reached, exact.length) / exact.length);
  }
  return {
    m: hnsw.m,
    ef_construction: hnsw.efConstruction,
    ef_search: hnsw.efSearch,
    recall_at10: shares.reduce((sum, share) => sum + share, 0) / (shares.length || 1),
    queries: shares.length,
    index_used: queries[0] !== undefined && (await usesIndex(sql, queries[0])),
  };
}

const INDEX_ORDER = "embedding <#> $1::vector";
/** No index serves a sum. */
const EXACT_ORDER = `(${INDEX_ORDER}) + 0`;

function nearestSql(order: string): string {
  return `SELECT -(embedding <#> $1::vector) AS score FROM rag.chunk_embedding ORDER BY ${order} LIMIT 10`;
}

async function nearest(sql: SqlPort, query: string, order: string): Promise<number[]> {
  const { rows } = await sql.query<{ score: number }>(nearestSql(order), [query]);
  return rows.map((row) => row.score);
}

async function usesIndex(sql: SqlPort, query: string): Promise<boolean> {
  const { rows } = await sql.query(`EXPLAIN ${nearestSql(INDEX_ORDER)}`, [query]);
  return JSON.stringify(rows).includes("chunk_embedding_hnsw");
}
