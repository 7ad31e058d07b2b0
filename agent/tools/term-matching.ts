import { fold } from "../../base/fold.ts";
import { compareText } from "../../base/text-order.ts";
import type { KnowledgeEntry } from "./substrate-facts.ts";

export interface TermMatch {
  entry: KnowledgeEntry;
  /** What was matched: the term or the expansion. */
  matched: string;
  /** 1 = equal, letter case and separators apart. */
  similarity: number;
}

/** Entries whose term or expansion is like the text, best first, then by id. Similarity is Dice's coefficient of letter trigrams. */
export function matchTerms(
  text: string,
  entries: readonly KnowledgeEntry[],
  options: { least: number; limit: number },
): TermMatch[] {
  const wanted = fold(text);
  const grams = trigrams(wanted);
  const matches = entries.flatMap((entry): TermMatch[] => {
    const names = [entry.term, entry.expansion].filter((name) => name !== "");
    const scored = names.map((matched) => ({
      entry,
      matched,
      similarity: fold(matched) === wanted ? 1 : 0.999 * dice(grams, trigrams(fold(matched))),
    }));
    return scored.sort((a, b) => b.similarity - a.similarity).slice(0, 1);
  });
  return matches
    .filter((match) => match.similarity >= options.least)
    .sort((a, b) => b.similarity - a.similarity || compareText(a.entry.entryId, b.entry.entryId))
    .slice(0, options.limit);
}

function trigrams(folded: string): Set<string> {
  const padded = `  ${folded} `;
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, index) => padded.slice(index, index + 3)));
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((gram) => b.has(gram)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
