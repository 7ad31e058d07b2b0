import { makeRandom } from "../../base/random.ts";
import type { Artifact } from "../../db/ports/corpus.ts";
import { DEFAULT_ANALYSIS, termReader } from "../../db/search/terms.ts";

/** Characters of a text that count: what follows are logs, which are alike in any two reports. */
const MOST_TEXT = 1500;
/** Pairs drawn for what two reports have in common by chance, and which of them is the border. */
const [DRAWN, BORDER] = [10_000, 0.999];

/** How much two reports' words have in common. */
export interface Likeness {
  /** Jaccard similarity of the stems of both titles and beginnings, 0 to 1. */
  of(a: Artifact, b: Artifact): number;
  /** What 999 of 1,000 pairs of reports drawn at random stay below: from there on a pair is textually alike. */
  border: number;
}

/** Measured on the reports themselves, so that a border means the same in any tracker and language. */
export function likenessAmong(reports: readonly Artifact[], seed: number): Likeness {
  const read = termReader(DEFAULT_ANALYSIS);
  const known = new Map<string, ReadonlySet<string>>();
  const termsOf = (report: Artifact): ReadonlySet<string> => {
    const terms = known.get(report.id) ?? new Set(read(`${report.title}\n${report.text.slice(0, MOST_TEXT)}`));
    known.set(report.id, terms);
    return terms;
  };
  const of = (a: Artifact, b: Artifact) => jaccard(termsOf(a), termsOf(b));
  const random = makeRandom("likeness of reports", seed);
  const drawn = Array.from({ length: DRAWN }, () => {
    const first = Math.floor(random() * reports.length);
    const second = (first + 1 + Math.floor(random() * (reports.length - 1))) % reports.length;
    return of(reports[first]!, reports[second]!);
  }).sort((a, b) => a - b);
  return { of, border: drawn[Math.floor(BORDER * DRAWN)]! };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const term of a) if (b.has(term)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}
