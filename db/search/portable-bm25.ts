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
      for (const part of partsOf(spread))
        await bulkInsert(sql, {
          table: "rag.term_postings",
          rows: await readPostings(sql, { ...part, spread, saturation }),
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

/** What the corpus' words are, and its chunks' lengths. Chunks are numbered as they are read, terms in code-unit order. */
interface Spread {
  terms: readonly string[];
  /** The number of each term. */
  numberOf: ReadonlyMap<string, number>;
  /** By term: chunks that hold it. */
  counts: Int32Array;
  /** By chunk. */
  chunkIds: Int32Array;
  lengths: Int32Array;
}

async function readSpread(sql: SqlPort): Promise<Spread> {
  const found = new Map<string, number>();
  const [chunkIds, lengths]: [number[], number[]] = [[], []];
  for await (const page of oneAhead(readTerms(sql)))
    for (const { chunkId, terms } of page) {
      chunkIds.push(chunkId);
      lengths.push(terms.length);
      for (const term of new Set(terms)) found.set(term, (found.get(term) ?? 0) + 1);
    }
  const terms = [...found.keys()].sort(compareText);
  const counts = Int32Array.from(terms, (term) => found.get(term)!);
  // Of a large vocabulary there is room for one map.
  for (const [number, term] of terms.entries()) found.set(term, number);
  return { terms, numberOf: found, counts, chunkIds: Int32Array.from(chunkIds), lengths: Int32Array.from(lengths) };
}

/** Postings in memory at a time, of 8 bytes each: a large corpus has hundreds of millions, and is read once for each part. */
const MOST_POSTINGS = 6_000_000;

interface Part {
  /** Numbers of the part's terms: from the first to before the last. */
  from: number;
  to: number;
  postings: number;
}

/** Terms with so many postings together, in order. */
function* partsOf({ counts }: Spread): Generator<Part> {
  let part: Part = { from: 0, to: 0, postings: 0 };
  for (const [number, count] of counts.entries()) {
    if (part.postings > 0 && part.postings + count > MOST_POSTINGS) {
      yield part;
      part = { from: number, to: number, postings: 0 };
    }
    part.to = number + 1;
    part.postings += count;
  }
  if (part.postings > 0) yield part;
}

/** Rows of some terms. Read term by term, each row is made when it is asked for. */
async function readPostings(
  sql: SqlPort,
  { from, to, postings, spread, saturation }: Part & { spread: Spread; saturation: Saturation },
): Promise<Iterable<Row>> {
  const { numberOf, counts } = spread;
  /** Where the postings of each term of the part end that were read. */
  const ends = new Int32Array(to - from);
  for (let at = 1; at < ends.length; at++) ends[at] = ends[at - 1]! + counts[from + at - 1]!;
  const [chunks, frequencies] = [new Int32Array(postings), new Int32Array(postings)];
  let chunk = 0;
  for await (const page of oneAhead(readTerms(sql)))
    for (const { terms } of page) {
      for (const [term, frequency] of countsOf(terms)) {
        const number = numberOf.get(term)!;
        if (number < from || number >= to) continue;
        const at = ends[number - from]!;
        ends[number - from] = at + 1;
        chunks[at] = chunk;
        frequencies[at] = frequency;
      }
      chunk++;
    }
  return rowsOf({ from, ends, chunks, frequencies, spread, saturation });
}

interface Postings {
  from: number;
  ends: Int32Array;
  chunks: Int32Array;
  frequencies: Int32Array;
  spread: Spread;
  saturation: Saturation;
}

function* rowsOf({ from, ends, chunks, frequencies, spread, saturation: { k1, b } }: Postings): Generator<Row> {
  const { terms, counts, chunkIds, lengths } = spread;
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1) || 1;
  for (const [at, end] of ends.entries()) {
    const count = counts[from + at]!;
    const inverse = Math.log(1 + (lengths.length - count + 0.5) / (count + 0.5));
    const own = Array.from(chunks.subarray(end - count, end));
    const scores = own.map((chunk, place) => {
      const frequency = frequencies[end - count + place]!;
      const norm = k1 * (1 - b + (b * lengths[chunk]!) / meanLength);
      return inverse * ((frequency * (k1 + 1)) / (frequency + norm));
    });
    yield { term: terms[from + at], chunk_ids: own.map((chunk) => chunkIds[chunk]), scores };
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
