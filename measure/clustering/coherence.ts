import { portableLog } from "../../base/portable-math.ts";
import { mean } from "../statistics/basics/describe.ts";

/** gensim's, so that a pair which never meets has a logarithm. */
const EPSILON = 1e-12;

/**
 * Coherence of topics by normalised pointwise mutual information, as gensim's `c_npmi` (Röder, Both & Hinneburg, WSDM 2015): for each pair of a topic's words
 * ln((p + e) / (pa pb)) / -ln(p + e) with e = 1e-12, p the share of windows that have both; the mean over pairs. Windows slide word by word over `texts`, `window` words wide (default 10); a
 * text that is not longer is one window. By topic, between about -1 and 1; a pair that never meets has -.8 to -.97 where Bouma's definition says -1, and one that is in every window -1.
 *
 * Null for fewer than two different words, and for a word that no text has, where gensim gives NaN. A word counts in each window that has it: gensim 4.4 loses one
 * that stands in a window again after it left at its edge, so that numbers differ where a topic's word is repeated within a window. Coherence rises with what is left out of clusters: never
 * rank by it without coverage.
 */
export function npmiCoherence(
  topics: readonly (readonly string[])[],
  { texts, window = 10 }: { texts: readonly (readonly string[])[]; window?: number },
): (number | null)[] {
  const counts = countWindows(new Set(topics.flat()), texts, window);
  return topics.map((words) => {
    const distinct = [...new Set(words)];
    if (distinct.some((word) => !counts.words.has(word))) return null;
    return mean(distinct.flatMap((a, at) => distinct.slice(at + 1).map((b) => npmi(a, b, counts))));
  });
}

interface WindowCounts {
  windows: number;
  /** Windows that have the word. */
  words: Map<string, number>;
  /** Windows that have both, by `pairKey`. */
  pairs: Map<string, number>;
}

function npmi(a: string, b: string, { windows, words, pairs }: WindowCounts): number {
  const together = (pairs.get(pairKey(a, b)) ?? 0) / windows + EPSILON;
  return portableLog(together / ((words.get(a)! / windows) * (words.get(b)! / windows))) / -portableLog(together);
}

function countWindows(
  wanted: ReadonlySet<string>,
  texts: readonly (readonly string[])[],
  window: number,
): WindowCounts {
  const counts: WindowCounts = { windows: 0, words: new Map(), pairs: new Map() };
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const text of texts) {
    for (let from = 0; from === 0 || from + window <= text.length; from++) {
      counts.windows++;
      const present = [...new Set(text.slice(from, from + window))].filter((word) => wanted.has(word));
      present.forEach((a, at) => {
        add(counts.words, a);
        for (const b of present.slice(at + 1)) add(counts.pairs, pairKey(a, b));
      });
    }
  }
  return counts;
}

function pairKey(a: string, b: string): string {
  return a < b ? `${a}\u0000${b}` : `${b}\u0000${a}`;
}
