/** What a query must be read as, told from the keywords and without the writers. */

/** Each keyword once, with a blank for what no index holds; those with something to look for. */
export function lookedFor(keywords: readonly string[]): string[] {
  const texts = keywords.map((keyword) => blanked(keyword, isNothing));
  return [...new Set(texts.filter((text) => /\p{L}|\p{N}|\p{Extended_Pictographic}/u.test(text)))];
}

export function isNothing(sign: string): boolean {
  return /[\s\p{Z}\p{Cc}\p{Cs}]/u.test(sign);
}

/** Its words, with one blank between them. */
export function blanked(text: string, isBlank: (sign: string) => boolean): string {
  const words = [""];
  for (const sign of text)
    if (isBlank(sign)) words.push("");
    else words[words.length - 1] += sign;
  return words.filter((word) => word !== "").join(" ");
}
