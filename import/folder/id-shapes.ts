import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import { columnPattern, escapeLiteral } from "./id-columns.ts";

/** Up to this many ids can be listed one by one where they have no shape. */
const MOST_LISTED = 500;
export const MOST_SHAPES = 8;

/** An id as words and the separators between them: `words[0] gaps[0] words[1] ...`; a word may be empty at either end. */
export interface SplitId {
  words: string[];
  gaps: string[];
}

export function splitId(id: string): SplitId {
  const gaps = id.match(/[^\p{L}\p{N}_]+/gu) ?? [];
  return { words: id.split(/[^\p{L}\p{N}_]+/u), gaps: [...gaps] };
}

/** What separates an id's words, as a key. */
export function gapsOf({ gaps }: SplitId): string {
  return gaps.join("\u0000");
}

/** Groups of what has the same key, the largest first. */
export function bySize<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...grouped(items, keyOf)]
    .sort(([a, x], [b, y]) => y.length - x.length || compareText(a, b))
    .map(([, group]) => group);
}

/** Ids with the same separators: one part after the other. */
export function shapePattern(ids: readonly SplitId[]): string {
  const [first] = ids as [SplitId];
  const parts = first.words.map((_, column) => columnPattern(ids.map(({ words }) => words[column] as string)));
  return parts.map((part, column) => part + escapeLiteral(first.gaps[column] ?? "")).join("");
}

/** The ids themselves; [] where they are too many. */
export function listPattern(ids: readonly string[]): string[] {
  if (ids.length === 0 || ids.length > MOST_LISTED) return [];
  return [`(?:${[...ids].sort(longestFirst).map(escapeLiteral).join("|")})`];
}

export function longestFirst(a: string, b: string): number {
  return b.length - a.length || compareText(a, b);
}
