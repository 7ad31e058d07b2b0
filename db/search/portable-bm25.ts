import { compareText } from "../../base/hash.ts";
import { oneAhead } from "../../base/one-ahead.ts";
import type { Row, SqlPort } from "../ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { Saturation } from "../substrate-manifest.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { CHUNK_TERMS, termsOfRow } from "./chunk-terms.ts";

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
      const spread = await readSpread(sql);
      for (const terms of partsOf(spread))
        await bulkInsert(sql, {
          table: "rag.term_postings",
          rows: await readPostings(sql, { terms, spread, saturation }),
          batch: 500,
        });
    },
    ranked: (limit) => `
      SELECT u.chunk_id, sum(u.score) AS score
      FROM rag.term_postings p, unnest(p.chunk_ids, p.scores) AS u (chunk_id, score)
      WHERE p.term = ANY(string_to_array($1, ' '))
      GROUP BY u.chunk_id ORDER BY score DESC, u.chunk_id LIMIT ${limit}`,
  };
}

/** What scores depend on besides a chunk. */
interface Spread {
  chunks: number;
  meanLength: number;
  /** Chunks that hold a term, terms in code-unit order. */
  counts: ReadonlyMap<string, number>;
}

async function readSpread(sql: SqlPort): Promise<Spread> {
  const counts = new Map<string, number>();
  let [chunks, length] = [0, 0];
  for await (const page of oneAhead(readTerms(sql)))
    for (const { terms } of page) {
      chunks++;
      length += terms.length;
      for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  const sorted = [...counts].sort(([a], [b]) => compareText(a, b));
  return { chunks, meanLength: length / (chunks || 1) || 1, counts: new Map(sorted) };
}

/** Postings in memory at a time, of 12 bytes each: a large corpus has hundreds of millions, and is read once for each part. */
const MOST_POSTINGS = 8_000_000;

/** Terms with so many postings together, in order. */
function* partsOf({ counts }: Spread): Generator<string[]> {
  let [part, postings]: [string[], number] = [[], 0];
  for (const [term, count] of counts) {
    if (part.length > 0 && postings + count > MOST_POSTINGS) {
      yield part;
      [part, postings] = [[], 0];
    }
    part.push(term);
    postings += count;
  }
  if (part.length > 0) yield part;
}

interface Wanted {
  terms: readonly string[];
  spread: Spread;
  saturation: Saturation;
}

/** Rows of some terms. Read term by term, each row is made when it is asked for. */
async function readPostings(sql: SqlPort, { terms, spread, saturation: { k1, b } }: Wanted): Promise<Iterable<Row>> {
  const ends = new Map<string, number>();
  let size = 0;
  for (const term of terms) {
    ends.set(term, size);
    size += spread.counts.get(term)!;
  }
  const [chunkIds, weights] = [new Int32Array(size), new Float64Array(size)];
  for await (const page of oneAhead(readTerms(sql)))
    for (const { chunkId, terms: all } of page) {
      const norm = k1 * (1 - b + (b * all.length) / spread.meanLength);
      for (const [term, count] of countsOf(all)) {
        const at = ends.get(term);
        if (at === undefined) continue;
        chunkIds[at] = chunkId;
        weights[at] = (count * (k1 + 1)) / (count + norm);
        ends.set(term, at + 1);
      }
    }
  return rowsOf(terms, { ends, chunkIds, weights, spread });
}

interface Postings {
  /** Where the postings of each term end. */
  ends: ReadonlyMap<string, number>;
  chunkIds: Int32Array;
  weights: Float64Array;
  spread: Spread;
}

function* rowsOf(terms: readonly string[], { ends, chunkIds, weights, spread }: Postings): Generator<Row> {
  for (const term of terms) {
    const count = spread.counts.get(term)!;
    const inverse = Math.log(1 + (spread.chunks - count + 0.5) / (count + 0.5));
    const [start, end] = [ends.get(term)! - count, ends.get(term)!];
    const scores = Array.from(weights.subarray(start, end), (weight) => inverse * weight);
    yield { term, chunk_ids: Array.from(chunkIds.subarray(start, end)), scores };
  }
}

/** Chunks that are read at a time. */
const PAGE = 5000;

interface ChunkTerms {
  chunkId: number;
  terms: string[];
}

/** The terms of all chunks, by number, a page at a time. */
async function* readTerms(sql: SqlPort): AsyncGenerator<ChunkTerms[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql.query<Row & { chunk_id: number; terms: string }>(
      `SELECT chunk_id, terms FROM ${CHUNK_TERMS} WHERE chunk_id > $1 ORDER BY chunk_id LIMIT ${PAGE}`,
      [last],
    );
    yield rows.map((row) => ({ chunkId: row.chunk_id, terms: termsOfRow(row) }));
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.chunk_id;
  }
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
