import { batchesOf } from "../../base/batches.ts";
import { oneAhead } from "../../base/one-ahead.ts";
import type { Row, SqlPort } from "../ports/ports.ts";
import { CHUNK_TERMS, termsOfRow } from "../search/chunk-terms.ts";

/** Whose a chunk is. */
export interface ChunkHead {
  chunkId: number;
  entityId: string;
  entityType: string;
}

/** A chunk as indexes see it. */
export interface Chunk extends ChunkHead {
  /** What is embedded and ranked: each chunk of an entity carries its id and title. */
  indexed: string;
}

/** What a run did to the chunks. */
export interface ChunkChanges {
  /** Numbers of the new and the changed ones. */
  written: readonly number[];
  /** No chunk was there before. */
  fromNothing: boolean;
}

/** Texts that are read, and embedded, at a time: a local model takes those of about one length together. */
const TEXTS_PAGE = 10_000;
/** Of terms, each a text of its own, what is read and let go of stays small. */
const TERMS_PAGE = 1000;

/** Chunks as indexes see them, some at a time, in the order of the numbers. */
export function readChunks(sql: SqlPort, numbers: readonly number[]): AsyncGenerator<Chunk[]> {
  const from = "title, body FROM rag.chunk";
  return oneAhead(readPages(sql, { from, pages: batchesOf(numbers, TEXTS_PAGE), toItem: toChunk }));
}

/** The same by their terms. */
export function readChunkTerms(
  sql: SqlPort,
  numbers: readonly number[],
): AsyncGenerator<(ChunkHead & { terms: string[] })[]> {
  const from = `terms FROM rag.chunk JOIN ${CHUNK_TERMS} USING (chunk_id)`;
  const toItem = (row: Row) => ({ ...headOf(row), terms: termsOfRow(row) });
  return oneAhead(readPages(sql, { from, pages: batchesOf(numbers, TERMS_PAGE), toItem }));
}

async function* readPages<T>(
  sql: SqlPort,
  { from, pages, toItem }: { from: string; pages: Iterable<readonly number[]>; toItem: (row: Row) => T },
): AsyncGenerator<T[]> {
  for (const page of pages) {
    const { rows } = await sql.query(
      `SELECT chunk_id, entity_id, entity_type, ${from} JOIN unnest($1::integer[]) WITH ORDINALITY AS n (chunk_id, place)
       USING (chunk_id) ORDER BY place`,
      [page],
    );
    yield rows.map(toItem);
  }
}

/** All numbers in order; with a limit so many of them, drawn by hash. */
export async function chunkNumbers(sql: SqlPort, limit: number | null = null): Promise<number[]> {
  const { rows } = await sql.query<Row & { chunk_id: number }>(
    `SELECT chunk_id FROM (SELECT chunk_id FROM rag.chunk
     ${limit === null ? "" : `ORDER BY md5(chunk_id::text), chunk_id LIMIT ${limit}`}) drawn ORDER BY chunk_id`,
  );
  return rows.map((row) => row.chunk_id);
}

export function toChunk(row: Row): Chunk {
  return { ...headOf(row), indexed: `${row.entity_id}\n${row.title}\n${row.body}` };
}

function headOf({ chunk_id, entity_id, entity_type }: Row): ChunkHead {
  return { chunkId: Number(chunk_id), entityId: String(entity_id), entityType: String(entity_type) };
}
