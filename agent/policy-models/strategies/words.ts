/** Lower case, accents and separators gone: `RRC-Connection` is `rrc connection`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Where a phrase stands in a text, whole words, both folded; -1 when it does not. The place counts in the folded text. */
export function findPhrase(text: string, phrase: string): number {
  const folded = fold(phrase);
  return folded === "" ? -1 : ` ${fold(text)} `.indexOf(` ${folded} `);
}

/** A word without the endings that English adds to it: enough to see that `handovers` and `handover` are one. */
function stem(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 4 ? lower.replace(/(?:ations?|ings?|ed|es|s|ly)$/, "") : lower;
}

/** Share of the words that occur in the text, 0 to 1; 1 when there are none. */
export function coverage(words: readonly string[], text: string): number {
  if (words.length === 0) return 1;
  const stems = new Set(fold(text).split(" ").map(stem));
  return (
    words.filter((word) =>
      fold(word)
        .split(" ")
        .every((part) => stems.has(stem(part))),
    ).length / words.length
  );
}
