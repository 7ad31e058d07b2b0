import { encodeTrecId } from "./ids.ts";

/** Lines of a run file for one query: scores fall by 1 with the rank, so that no reader meets a tie. Best first. */
export function runLines(query: string, rankedIds: readonly string[], tag: string): string[] {
  return rankedIds.map((id, index) =>
    [encodeTrecId(query), "Q0", encodeTrecId(id), index + 1, rankedIds.length - index, encodeTrecId(tag)].join(" "),
  );
}

/** Lines of a qrels file for one query with binary relevance. */
export function qrelsLines(query: string, relevantIds: readonly string[]): string[] {
  return relevantIds.map((id) => `${encodeTrecId(query)} 0 ${encodeTrecId(id)} 1`);
}
