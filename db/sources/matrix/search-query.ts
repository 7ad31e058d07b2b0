import type { SourceQuery } from "../port.ts";

/**
 * Each keyword is a phrase in quotes, where neither `or`, `and` nor `-` means anything to Synapse. Letters and digits alone, where Synapse ends a word as well: an index holds
 * nothing else, quotes have no escape, and a star would be a wildcard inside a phrase, too.
 */
export function writeMatrixQuery({ keywords, match }: Pick<SourceQuery, "keywords" | "match">): string {
  const phrases = keywords.map((keyword) => `"${wordsIn(keyword).join(" ")}"`);
  return phrases.join(match === "all" ? " " : " or ");
}

/** Synapse leaves these out of a phrase without a word (`storage/databases/main/search.py`): a phrase of them alone would be an empty one. */
const STOP_WORDS: ReadonlySet<string> = new Set(["the", "a", "you", "me", "and", "but"]);

/** Whether anything of it is looked for. */
export function isSearched(keyword: string): boolean {
  return wordsIn(keyword).length > 0;
}

function wordsIn(keyword: string): string[] {
  const words = keyword.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
}
