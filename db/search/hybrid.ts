import { compareText } from "../../base/text-order.ts";
import type { RankedEntity } from "./ranked-chunks.ts";

/** Reciprocal rank fusion (Cormack, Clarke, Buettcher 2009): sum over the lists of 1 / (k + rank0 + 1). Ties by id. */
export function fuse<T extends Pick<RankedEntity, "id" | "type" | "score">>(
  lists: readonly (readonly T[])[],
  options: { k: number; limit: number },
): T[] {
  const fused = new Map<string, T>();
  for (const list of lists) {
    list.forEach((hit, rank0) => {
      const key = `${hit.type} ${hit.id}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (options.k + rank0 + 1);
      fused.set(key, { ...(fused.get(key) ?? hit), score });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || compareText(a.id, b.id)).slice(0, options.limit);
}
