import type { EmbeddingPort, SimilaritySpace, SqlPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import { CHUNK_TERMS } from "./chunk-terms.ts";
import { termsOf } from "./terms.ts";
import { vectorLiteral } from "./vector-literal.ts";

interface Store {
  sql: SqlPort;
  embedding: EmbeddingPort;
  analysis: TextAnalysis;
}

/** Cosine of a query with each test case's nearest chunk, by id, in either space. */
export function similaritySearch(store: Store) {
  let frequencies: Promise<Frequencies> | undefined;
  return async (
    query: string,
    { ids, space }: { ids: readonly string[]; space: SimilaritySpace },
  ): Promise<Map<string, number>> => {
    if (ids.length === 0) return new Map();
    if (space === "dense") return dense(store, query, ids);
    frequencies ??= readFrequencies(store.sql);
    frequencies.catch(() => {
      frequencies = undefined;
    });
    return sparse(store, { query, ids, frequencies: await frequencies });
  };
}

async function dense({ sql, embedding }: Store, query: string, ids: readonly string[]): Promise<Map<string, number>> {
  const [vector] = await embedding.embed([query]);
  if (!vector) return new Map();
  const { rows } = await sql.query<{ id: string; score: number }>(
    `SELECT entity_id AS id, max(-(embedding <#> $1::vector)) AS score FROM rag.chunk_embedding
     WHERE entity_type = 'test_case' AND entity_id = ANY($2::text[]) GROUP BY entity_id`,
    [vectorLiteral(vector), ids],
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}

/** In how many chunks each term stands, and how many chunks there are. */
interface Frequencies {
  chunks: number;
  of: ReadonlyMap<string, number>;
}

/** Once for an open substrate: a snapshot does not change. */
async function readFrequencies(sql: SqlPort): Promise<Frequencies> {
  const { rows } = await sql.query<{ term: string; chunks: number }>(
    `SELECT term, count(*)::int AS chunks
     FROM (SELECT DISTINCT chunk_id, unnest(string_to_array(terms, ' ')) AS term FROM ${CHUNK_TERMS}) t
     GROUP BY term`,
  );
  const [all] = (await sql.query<{ chunks: number }>(`SELECT count(*)::int AS chunks FROM ${CHUNK_TERMS}`)).rows;
  return { chunks: all?.chunks ?? 0, of: new Map(rows.map(({ term, chunks }) => [term, chunks])) };
}

async function sparse(
  { sql, analysis }: Store,
  { query, ids, frequencies }: { query: string; ids: readonly string[]; frequencies: Frequencies },
): Promise<Map<string, number>> {
  const asked = weigh(termsOf(query, analysis), frequencies);
  const { rows } = await sql.query<{ id: string; terms: string }>(
    `SELECT c.entity_id AS id, t.terms FROM ${CHUNK_TERMS} t JOIN rag.chunk c USING (chunk_id)
     WHERE c.entity_type = 'test_case' AND c.entity_id = ANY($1::text[]) ORDER BY c.chunk_id`,
    [ids],
  );
  const best = new Map<string, number>();
  for (const { id, terms } of rows) {
    const score = cosine(asked, weigh(terms.split(" "), frequencies));
    best.set(id, Math.max(best.get(id) ?? 0, score));
  }
  return best;
}

/**
 * TF-IDF as scikit-learn's TfidfVectorizer has it by default: raw counts times ln((1 + n) / (1 + df)) + 1.
 * A term of no chunk has no dimension.
 */
function weigh(terms: readonly string[], { chunks, of }: Frequencies): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of terms) {
    const found = of.get(term);
    if (found === undefined) continue;
    weights.set(term, (weights.get(term) ?? 0) + Math.log((1 + chunks) / (1 + found)) + 1);
  }
  return weights;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [term, weight] of a) dot += weight * (b.get(term) ?? 0);
  return dot === 0 ? 0 : dot / (lengthOf(a) * lengthOf(b));
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  return Math.sqrt([...weights.values()].reduce((sum, weight) => sum + weight * weight, 0));
}
