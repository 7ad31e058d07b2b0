import type { EmbeddingPort, SearchFilter, SqlPort } from "../ports/ports.ts";
import { filterConditions } from "./filter.ts";
import { bestEntities, type RankedChunk, type RankedEntity } from "./ranked-chunks.ts";
import { vectorLiteral } from "./vector-literal.ts";
import { hasDirection } from "./write-vectors.ts";

/** `exact` compares with every vector: deterministic. `hnsw` is faster on large corpora, and its levels are drawn at random. */
export type VectorIndex = "exact" | "hnsw";

/** Creates `rag.chunk_embedding` anew. */
export function createVectorTableSql(dimensions: number): string {
  return `DROP TABLE IF EXISTS rag.chunk_embedding;
    CREATE TABLE rag.chunk_embedding (chunk_id integer PRIMARY KEY REFERENCES rag.chunk, entity_type text NOT NULL,
    entity_id text NOT NULL, embedding vector(${dimensions}) NOT NULL)`;
}

/** Nearest chunks by cosine similarity: on unit vectors the inner product, which takes 6 ms where cosine takes 8. A query without a known term has no direction and finds nothing. */
export async function vectorSearch(
  store: { sql: SqlPort; embedding: EmbeddingPort; index: VectorIndex },
  query: string,
  options: { limit: number; filter?: SearchFilter },
): Promise<RankedEntity[]> {
  const [vector] = await store.embedding.embed([query]);
  if (!vector || !hasDirection({ vector })) return [];
  const filter = filterConditions(options.filter, { table: "e", firstParameter: 2 });
  // By name: a distance that is selected as another expression is computed twice a row. The primary key as a second order would
  // keep the planner from the HNSW index.
  const order = store.index === "exact" ? "distance, e.chunk_id" : "distance";
  return bestEntities({ limit: options.limit }, async (wanted) => {
    const { rows } = await store.sql.query<RankedChunk>(
      `SELECT chunk_id, entity_id, entity_type, -distance AS score
       FROM (SELECT e.chunk_id, e.entity_id, e.entity_type, e.embedding <#> $1::vector AS distance FROM rag.chunk_embedding e
             WHERE ${filter.sql} ORDER BY ${order} LIMIT ${wanted}) n
       ORDER BY distance, chunk_id`,
      [vectorLiteral(vector), ...filter.parameters],
    );
    return { chunks: rows, floor: rows.length < wanted ? null : (rows.at(-1)?.score ?? null) };
  });
}
