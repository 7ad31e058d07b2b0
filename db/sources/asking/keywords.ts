/**
 * Keywords as they are looked for: one blank for each run of blanks and control characters, no half of a surrogate pair. What holds neither a
 * letter, a digit nor a pictograph is left out, since no index holds it.
 */
export function plainKeywords(keywords: readonly string[]): string[] {
  const plain = keywords.map((keyword) => keyword.replace(/[\s\p{Cc}\p{Cs}\p{Z}]+/gu, " ").trim());
  return [...new Set(plain.filter((keyword) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(keyword)))];
}

/** Letters, digits and marks alone: for what reads nothing else. */
export function wordsOf(keywords: readonly string[]): string[] {
  return [...new Set(keywords.flatMap((keyword) => keyword.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []))];
}
