import type { Row, SqlPort } from "../ports.ts";

/** A chunk as indexes see it. */
export interface Chunk {
  chunkId: number;
  entityId: string;
  entityType: string;
  /** What is embedded and ranked: each chunk of an entity carries its id and title. */
  indexed: string;
}

/** What a run does to the chunks. `written` holds the new and the changed ones. */
export interface ChunkChanges {
  written: readonly Chunk[];
  gone: readonly number[];
  /** No chunk was there before. */
  fromNothing: boolean;
}

/** All chunks as indexes see them, by number. */
export async function storedChunks(sql: SqlPort): Promise<Chunk[]> {
  const { rows } = await sql.query("SELECT chunk_id, entity_id, entity_type, title, body FROM rag.chunk ORDER BY 1");
  return rows.map(toChunk);
}

export function toChunk({ chunk_id, entity_id, entity_type, title, body }: Row): Chunk {
  return {
    chunkId: Number(chunk_id),
    entityId: String(entity_id),
    entityType: String(entity_type),
    indexed: `${entity_id}\n${title}\n${body}`,
  };
}
