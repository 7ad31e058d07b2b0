import { compareText } from "../../base/text-order.ts";
import type { SearchHit } from "../ports/ports.ts";

/** Reciprocal rank fusion (Cormack, Clarke, Buettcher 2009): sum over the lists of 1 / (k + rank0 + 1). Ties by id. */
export function fuse(lists: readonly (readonly SearchHit[])[], options: { k: number; limit: number }): SearchHit[] {
  const fused = new Map<string, SearchHit>();
  for (const list of lists) {
    list.forEach((hit, rank0) => {
      const key = `${hit.type} ${hit.id}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (options.k + rank0 + 1);
      fused.set(key, { ...(fused.get(key) ?? hit), score });
    });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || compareText(a.id, b.id)).slice(0, options.limit);
}
