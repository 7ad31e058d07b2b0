import { oneAhead } from "../../base/one-ahead.ts";
import { ownText } from "../../base/own-text.ts";
import { compareText } from "../../base/text-order.ts";
import type { Row, SqlPort } from "../ports/ports.ts";
import type { Saturation } from "../ports/substrate-manifest.ts";
import { CHUNK_TERMS, termsOfRow } from "./chunk-terms.ts";

/** Bytes of postings in memory at a time: of a corpus with more the terms are read again for each further part. */
const MOST_BYTES = 48 * 2 ** 20;

/** A row a term, in code-unit order: the chunks that hold it, by number, and what it adds to their scores. Each is made when it is asked for. */
export async function* postingRows(sql: SqlPort, saturation: Saturation): AsyncGenerator<Iterable<Row>> {
  const spread = await readSpread(sql);
  for (const part of partsOf(spread)) yield rowsOf(await readPart(sql, part, spread), spread, saturation);
}

/** What the corpus' words are, and its chunks' lengths. Chunks and terms are numbered as they are met. */
interface Spread {
  numberOf: Map<string, number>;
  /** By term: chunks that hold it, and what its postings take. */
  counts: Numbers;
  bytes: Numbers;
  /** By chunk. */
  chunkIds: Numbers;
  lengths: Numbers;
}

async function readSpread(sql: SqlPort): Promise<Spread> {
  const [counts, bytes, chunkIds, lengths] = [new Numbers(), new Numbers(), new Numbers(), new Numbers()];
  const [numberOf, last] = [new Map<string, number>(), new Numbers()];
  await eachChunk(sql, numberOf, ({ chunk, chunkId, length, terms, frequencies }) => {
    chunkIds.set(chunk, chunkId);
    lengths.set(chunk, length);
    for (const term of terms) {
      const size = sizeOf(chunk - last.get(term)) + sizeOf(frequencies.get(term));
      counts.set(term, counts.get(term) + 1);
      bytes.set(term, bytes.get(term) + size);
      last.set(term, chunk);
    }
  });
  return { numberOf, counts, bytes, chunkIds, lengths };
}

/** Some terms, in code-unit order, whose postings are in memory together. */
interface Part {
  terms: readonly string[];
  bytes: number;
}

function* partsOf({ numberOf, bytes }: Spread): Generator<Part> {
  const terms = [...numberOf.keys()].sort(compareText);
  let [from, total] = [0, 0];
  for (const [at, term] of terms.entries()) {
    const size = bytes.get(numberOf.get(term)!);
    if (total > 0 && total + size > MOST_BYTES) {
      yield { terms: terms.slice(from, at), bytes: total };
      [from, total] = [at, 0];
    }
    total += size;
  }
  if (total > 0) yield { terms: terms.slice(from), bytes: total };
}

/** A part's postings, one after the other: how far its chunk is from that of the term's posting before, and how often the term is there. */
async function readPart(sql: SqlPort, { terms, bytes }: Part, spread: Spread): Promise<Part & { packed: Uint8Array }> {
  const packed = new Uint8Array(bytes);
  /** By term: 1 + where its next posting goes, 0 for those of other parts. */
  const [places, last] = [new Numbers(), new Numbers()];
  let start = 1;
  for (const term of terms) {
    const number = spread.numberOf.get(term)!;
    places.set(number, start);
    start += spread.bytes.get(number);
  }
  await eachChunk(sql, spread.numberOf, ({ chunk, terms: own, frequencies }) => {
    for (const term of own) {
      const place = places.get(term);
      if (place === 0) continue;
      const next = write(packed, place - 1, chunk - last.get(term));
      places.set(term, 1 + write(packed, next, frequencies.get(term)));
      last.set(term, chunk);
    }
  });
  return { terms, bytes, packed };
}

function* rowsOf(
  { terms, packed }: Part & { packed: Uint8Array },
  { numberOf, counts, chunkIds, lengths }: Spread,
  { k1, b }: Saturation,
): Generator<Row> {
  const chunks = lengths.size;
  const meanLength = lengths.sum() / (chunks || 1) || 1;
  const read = reader(packed);
  for (const term of terms) {
    const count = counts.get(numberOf.get(term)!);
    const inverse = Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
    const [ids, scores]: [number[], number[]] = [[], []];
    for (let posting = 0, chunk = 0; posting < count; posting++) {
      chunk += read();
      const frequency = read();
      const norm = k1 * (1 - b + (b * lengths.get(chunk)) / meanLength);
      ids.push(chunkIds.get(chunk));
      scores.push(inverse * ((frequency * (k1 + 1)) / (frequency + norm)));
    }
    yield { term, chunk_ids: ids, scores };
  }
}

/** A chunk's different terms, and how often each is there. What is in it holds until the next one. */
interface CountedChunk {
  chunk: number;
  chunkId: number;
  length: number;
  terms: readonly number[];
  frequencies: Numbers;
}

/** Goes through all chunks by number; terms that were not met before get the next numbers. */
async function eachChunk(
  sql: SqlPort,
  numberOf: Map<string, number>,
  take: (counted: CountedChunk) => void,
): Promise<void> {
  const frequencies = new Numbers();
  let chunk = 0;
  for await (const page of oneAhead(readPages(sql)))
    for (const row of page) {
      const [words, terms]: [string[], number[]] = [termsOfRow(row), []];
      for (const word of words) {
        let term = numberOf.get(word);
        if (term === undefined) {
          term = numberOf.size;
          numberOf.set(ownText(word), term);
        }
        const before = frequencies.get(term);
        if (before === 0) terms.push(term);
        frequencies.set(term, before + 1);
      }
      take({ chunk: chunk++, chunkId: row.chunk_id, length: words.length, terms, frequencies });
      for (const term of terms) frequencies.set(term, 0);
    }
}

/** Chunks that are read at a time. */
const PAGE = 1000;

type TermsRow = Row & { chunk_id: number };

async function* readPages(sql: SqlPort): AsyncGenerator<TermsRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql.query<TermsRow>(
      `SELECT chunk_id, terms FROM ${CHUNK_TERMS} WHERE chunk_id > $1 ORDER BY chunk_id LIMIT ${PAGE}`,
      [last],
    );
    yield rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.chunk_id;
  }
}

/** Whole numbers by place, as many as are set; 0 where none was. */
class Numbers {
  size = 0;
  #values = new Int32Array(1024);

  get(at: number): number {
    return at < this.size ? this.#values[at]! : 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const larger = new Int32Array(Math.max(at + 1, Math.ceil(1.5 * this.#values.length)));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[at] = value;
    if (at >= this.size) this.size = at + 1;
  }

  sum(): number {
    return this.#values.reduce((sum, value) => sum + value, 0);
  }
}

/** Bytes of a number whose bytes hold seven bits each, the lowest first, and say whether another follows. */
function sizeOf(value: number): number {
  return value < 2 ** 7 ? 1 : value < 2 ** 14 ? 2 : value < 2 ** 21 ? 3 : value < 2 ** 28 ? 4 : 5;
}

/** Gives where the next number goes. */
function write(bytes: Uint8Array, at: number, value: number): number {
  let [place, rest] = [at, value];
  for (; rest >= 2 ** 7; rest >>>= 7) bytes[place++] = (rest & 127) | 128;
  bytes[place] = rest;
  return place + 1;
}

function reader(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
}
