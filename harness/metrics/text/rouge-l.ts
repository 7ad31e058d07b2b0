/**
 * ROUGE-L, F-measure: with the longest common subsequence of words, precision is its length over the answer's, recall over
 * the reference's, and F their harmonic mean (beta 1). 0 where nothing is common or a text is empty.
 * Variant: of whole texts, not sentence by sentence (ROUGE-Lsum), without stemming.
 * Source: Lin 2004; as Google's Python package `rouge-score` 0.1.2 has it.
 * Example: "the cat sat" for "the cat sat down": 2 * 1 * .75 / 1.75 = .857.
 */
export function rougeL(answer: readonly string[], reference: readonly string[]): number {
  const common = longestCommonSubsequence(answer, reference);
  if (common === 0) return 0;
  const [precision, recall] = [common / answer.length, common / reference.length];
  return (2 * precision * recall) / (precision + recall);
}

/** Its length, row by row: O(n m) steps, O(m) memory. */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    for (let j = 1; j <= b.length; j++)
      row[j] = word === b[j - 1] ? above[j - 1]! + 1 : Math.max(above[j]!, row[j - 1]!);
    [above, row] = [row, above];
  }
  return above[b.length]!;
}
