import type { EmbeddingPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import { termReader } from "../search/terms.ts";
import { unitVector } from "./unit-vector.ts";
import type { WordVectors } from "./word-vectors.ts";

/** How often words occur in a corpus: what a snapshot keeps, as the vectors stay in their file. */
export interface WordCounts {
  texts: number;
  /** Word -> texts that hold it. */
  counts: Readonly<Record<string, number>>;
}

/** Words as they are written, since vector files hold no stems; stop words would only pull all texts together. */
const WORDS: TextAnalysis = { stemming: "none", stopWords: "english", splitNames: true };

/** Counts the words of a corpus that have a vector. */
export async function countWords(
  pages: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { index }: WordVectors,
): Promise<WordCounts> {
  const wordsOf = termReader(WORDS);
  const counts = new Map<string, number>();
  let texts = 0;
  for await (const page of pages)
    for (const text of page) {
      texts++;
      for (const word of new Set(wordsOf(text))) if (index.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  return { texts, counts: Object.fromEntries(counts) };
}

/**
 * The mean of the vectors of a text's words, weighted by ln((1 + N) / (1 + n)) + 1 (n of N texts hold the word), at
 * length 1. A text without a known word gives a vector of zeros.
 */
export function staticEmbedding(id: string, vectors: WordVectors, known: WordCounts): EmbeddingPort {
  const { dimensions, index, values } = vectors;
  const counts = new Map(Object.entries(known.counts));
  const weightOf = (word: string): number => Math.log((1 + known.texts) / (1 + (counts.get(word) ?? 0))) + 1;
  const embedOne = (words: readonly string[]): Float32Array => {
    const sums = new Float64Array(dimensions);
    for (const word of words) {
      const at = index.get(word);
      if (at === undefined) continue;
      const weight = weightOf(word);
      for (let k = 0; k < dimensions; k++) sums[k]! += weight * values[at * dimensions + k]!;
    }
    return unitVector(sums);
  };
  return {
    id,
    dimensions,
    async embed(texts) {
      const wordsOf = termReader(WORDS);
      return texts.map((text) => embedOne(wordsOf(text)));
    },
  };
}
