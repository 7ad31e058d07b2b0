import { compareText } from "../../base/text-order.ts";
import type { Row, SearchHit } from "../ports/ports.ts";

/** A row of a ranked chunk query, before one hit an entity is kept. */
export interface RankedChunk extends Row {
  chunk_id: number;
  entity_id: string;
  entity_type: string;
  title: string;
  score: number;
  snippet: string;
}

/** What a search gave for a number of candidates: the matching chunks, and the score below which it has not looked. */
export interface Candidates {
  chunks: readonly RankedChunk[];
  /** Score of the last candidate, matching or not; null when there are no more candidates. */
  floor: number | null;
}

/** Characters of a hit's snippet. */
export const SNIPPET_CHARS = 300;

/**
 * The best `limit` entities by their best chunk: score descending, id ascending. Asks for more candidates until the
 * result can't change: enough entities, and the last of them above all that was not looked at (ties at the edge included).
 */
export async function bestEntities(
  { limit, first = 2 * limit + 50 }: { limit: number; first?: number },
  candidates: (wanted: number, round: number) => Promise<Candidates>,
): Promise<SearchHit[]> {
  for (let [wanted, round] = [first, 0]; ; wanted *= 8, round++) {
    const { chunks, floor } = await candidates(wanted, round);
    const hits = onePerEntity(chunks).slice(0, limit);
    const last = hits[limit - 1];
    if (floor === null || (last && last.score > floor)) return hits;
  }
}

function onePerEntity(chunks: readonly RankedChunk[]): SearchHit[] {
  const best = new Map<string, SearchHit>();
  for (const chunk of [...chunks].sort((a, b) => b.score - a.score || a.chunk_id - b.chunk_id)) {
    const { entity_id: id, entity_type: type, title, score, snippet } = chunk;
    const key = `${type} ${id}`;
    if (!best.has(key)) best.set(key, { id, type, title, score, snippet });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || compareText(a.id, b.id));
}
