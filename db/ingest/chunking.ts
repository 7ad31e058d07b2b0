/** Share of the embedding model's context that a chunk fills, and of a chunk that the next one repeats (the study's rule). */
const CONTEXT_SHARE = 0.9;
const OVERLAP_SHARE = 0.1;

/**
 * Splits a text into pieces of at most 90 % of `contextTokens`, each repeating the last 10 % of the one before. A token
 * is counted as a run of non-space characters, a third more than that for what a tokenizer makes of it. Pieces keep
 * their text as it is. An empty text gives one empty piece.
 */
export function chunkText(text: string, contextTokens: number): string[] {
  const ends = endsOfWords(text);
  const size = Math.max(1, Math.floor((contextTokens * CONTEXT_SHARE) / TOKENS_PER_WORD));
  const overlap = Math.floor(size * OVERLAP_SHARE);
  const chunks: string[] = [];
  for (let start = 0; start === 0 || start + overlap < ends.length; start += size - overlap)
    chunks.push(text.slice(ends[start - 1] ?? 0, ends[Math.min(start + size, ends.length) - 1] ?? 0).trimStart());
  return chunks;
}

/** Places, without an object for each word. */
function endsOfWords(text: string): number[] {
  const ends: number[] = [];
  for (const word = /\S+/g; word.test(text); ) ends.push(word.lastIndex);
  return ends;
}

const TOKENS_PER_WORD = 4 / 3;
