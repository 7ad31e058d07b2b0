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

/** Thirty-two words of a text: which of them are one word. */
interface Block {
  at: number;
  bits: number;
}

/**
 * Its length by bit vectors (Hyyrö 2004): a bit a word of `b`, 0 where the length grows there. A word of `a` costs at most a step
 * for each 32 words of `b`, so that 1 MB beside 2 kB takes a fraction of a second; memory grows with the texts alone.
 */
function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const places = new Map<string, Block[]>();
  for (const [i, word] of b.entries()) {
    const blocks = places.get(word) ?? [];
    const [at, bits] = [i >>> 5, 1 << (i & 31)];
    const last = blocks.at(-1);
    if (last?.at === at) last.bits |= bits;
    else blocks.push({ at, bits });
    places.set(word, blocks);
  }
  const row = new Uint32Array(Math.ceil(b.length / 32)).fill(~0);
  for (const word of a) growRow(row, places.get(word) ?? []);
  return row.reduce((length, bits) => length + zerosOf(bits), 0);
}

/** `row = (row + (row & matches)) | (row & ~matches)`, with the carry from block to block. */
function growRow(row: Uint32Array, matches: readonly Block[]): void {
  let [next, carry] = [0, 0];
  for (let at = matches[0]?.at ?? row.length; at < row.length && (next < matches.length || carry > 0); at++) {
    const bits = matches[next]?.at === at ? matches[next++]!.bits : 0;
    const before = row[at]!;
    const sum = before + ((before & bits) >>> 0) + carry;
    carry = sum > 0xff_ff_ff_ff ? 1 : 0;
    row[at] = (sum >>> 0) | (before & ~bits);
  }
}

function zerosOf(bits: number): number {
  let zeros = 0;
  for (let rest = ~bits; rest !== 0; rest &= rest - 1) zeros++;
  return zeros;
}
