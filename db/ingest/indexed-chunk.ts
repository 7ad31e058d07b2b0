import { batchesOf } from "../../base/batches.ts";
import { oneAhead } from "../../base/one-ahead.ts";
import type { Row, SqlPort } from "../ports.ts";

/** A chunk as indexes see it. */
export interface Chunk {
  chunkId: number;
  entityId: string;
  entityType: string;
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

/** Chunks that are read, and embedded, at a time. */
const PAGE = 10_000;

/** Chunks as indexes see them, some at a time, in the order of the numbers. */
export function readChunks(sql: SqlPort, numbers: readonly number[]): AsyncGenerator<Chunk[]> {
  return oneAhead(readPages(sql, numbers));
}

async function* readPages(sql: SqlPort, numbers: readonly number[]): AsyncGenerator<Chunk[]> {
  for (const page of batchesOf(numbers, PAGE)) {
    const { rows } = await sql.query(
      `SELECT chunk_id, entity_id, entity_type, title, body FROM rag.chunk JOIN unnest($1::integer[]) WITH ORDINALITY AS n (chunk_id, place)
       USING (chunk_id) ORDER BY place`,
      [page],
    );
    yield rows.map(toChunk);
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

export function toChunk({ chunk_id, entity_id, entity_type, title, body }: Row): Chunk {
  return {
    chunkId: Number(chunk_id),
    entityId: String(entity_id),
    entityType: String(entity_type),
    indexed: `${entity_id}\n${title}\n${body}`,
  };
}
