import { compareText } from "../../base/text-order.ts";
import type { Link } from "../ports/corpus.ts";

/** In the names of link kinds under which trackers keep duplicates (`duplicates`, `Duplikat`, `duplicado`, `dupliqué`, `Dublette`, `doublon`). */
const DUPLICATE = /dupli|dublett|doublon/i;

/** Pairs among these that people linked as duplicates, each once, its ids in code-unit order. */
export function duplicatePairs(links: readonly Link[], ids: { has(id: string): boolean }): [string, string][] {
  const pairs = links
    .filter(({ kind, sourceId, targetId }) => DUPLICATE.test(kind) && ids.has(sourceId) && ids.has(targetId))
    .map(({ sourceId, targetId }): [string, string] =>
      sourceId < targetId ? [sourceId, targetId] : [targetId, sourceId],
    )
    .filter(([a, b]) => a !== b);
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** Reports that pairs join, directly or over others: each group in code-unit order, groups by their first. */
export function duplicateGroups(pairs: readonly (readonly [string, string])[]): string[][] {
  const groupOf = new Map<string, Set<string>>();
  for (const [a, b] of pairs) {
    const joined = new Set([...(groupOf.get(a) ?? [a]), ...(groupOf.get(b) ?? [b])]);
    for (const id of joined) groupOf.set(id, joined);
  }
  return [...new Set(groupOf.values())]
    .map((group) => [...group].sort(compareText))
    .sort(([a = ""], [b = ""]) => compareText(a, b));
}
