import { compareText } from "../../base/text-order.ts";
import type { Row, SearchHit, SqlPort } from "../ports/ports.ts";

/** A row of a ranked chunk query, before one an entity is kept. */
export interface RankedChunk extends Row {
  chunk_id: number;
  entity_id: string;
  entity_type: string;
  score: number;
}

/** A hit whose texts are not read yet. */
export interface RankedEntity extends Pick<SearchHit, "id" | "type" | "score"> {
  /** Its best chunk. */
  chunkId: number;
}

/** What a search gave for a number of candidates: the matching chunks, and the score below which it has not looked. */
export interface Candidates {
  chunks: readonly RankedChunk[];
  /** Score of the last candidate, matching or not; null when there are no more candidates. */
  floor: number | null;
}

/** Characters of a hit's snippet. */
const SNIPPET_CHARS = 300;

/**
 * The best `limit` entities by their best chunk: score descending, id ascending. Asks for more candidates until the
 * result can't change: enough entities, and the last of them above all that was not looked at (ties at the edge included).
 */
export async function bestEntities(
  { limit, first = 2 * limit + 50 }: { limit: number; first?: number },
  candidates: (wanted: number, round: number) => Promise<Candidates>,
): Promise<RankedEntity[]> {
  for (let [wanted, round] = [first, 0]; ; wanted *= 8, round++) {
    const { chunks, floor } = await candidates(wanted, round);
    const hits = onePerEntity(chunks).slice(0, limit);
    const last = hits[limit - 1];
    if (floor === null || (last && last.score > floor)) return hits;
  }
}

/** Most candidates are no hits, so texts are read when the hits are known. */
export async function withTexts(sql: SqlPort, entities: readonly RankedEntity[]): Promise<SearchHit[]> {
  if (entities.length === 0) return [];
  const { rows } = await sql.query<Row & { chunk_id: number; title: string; snippet: string }>(
    `SELECT chunk_id, title, left(body, ${SNIPPET_CHARS}) AS snippet FROM rag.chunk WHERE chunk_id = ANY($1::int[]) ORDER BY chunk_id`,
    [entities.map(({ chunkId }) => chunkId)],
  );
  const texts = new Map(rows.map((row) => [row.chunk_id, row]));
  return entities.map(({ id, type, score, chunkId }) => {
    const { title, snippet } = texts.get(chunkId)!;
    return { id, type, title, score, snippet };
  });
}

function onePerEntity(chunks: readonly RankedChunk[]): RankedEntity[] {
  const best = new Map<string, RankedEntity>();
  for (const chunk of [...chunks].sort((a, b) => b.score - a.score || a.chunk_id - b.chunk_id)) {
    const { entity_id: id, entity_type: type, score, chunk_id: chunkId } = chunk;
    const key = `${type} ${id}`;
    if (!best.has(key)) best.set(key, { id, type, score, chunkId });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || compareText(a.id, b.id));
}
