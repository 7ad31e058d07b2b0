import { DEFAULT_ANALYSIS, termReader } from "../../../db/search/terms.ts";
import { UNCLUSTERED } from "../../../measure/clustering/flat.ts";
import type { FaultReport } from "./read-reports.ts";
import { textOf } from "./report-vectors.ts";

/** How well pairs that people linked as duplicates are found, beside what chance and keyword search find. */
export interface DuplicateCheck {
  pairs: number;
  /** Pairs of which both reports are in one pattern. */
  together: number;
  /** Share of all pairs of reports that are in one pattern: what two reports drawn at random would be. */
  chance: number;
  /** Pairs of which one report is the other's nearest by BM25. */
  nearest: number;
}

/** Null without a known duplicate. @param labels by report: its pattern, or `UNCLUSTERED` */
export function checkDuplicates(
  { reports, duplicates }: { reports: readonly FaultReport[]; duplicates: readonly (readonly [string, string])[] },
  labels: ArrayLike<number>,
): DuplicateCheck | null {
  if (duplicates.length === 0) return null;
  const rowOf = new Map(reports.map(({ id }, row) => [id, row]));
  const pairs = duplicates.map(([a, b]) => [rowOf.get(a)!, rowOf.get(b)!] as const);
  const nearestOf = nearestByBm25(reports, new Set(pairs.flat()));
  return {
    pairs: pairs.length,
    together: pairs.filter(([a, b]) => labels[a] !== UNCLUSTERED && labels[a] === labels[b]).length,
    chance: shareTogether(labels),
    nearest: pairs.filter(([a, b]) => nearestOf.get(a) === b || nearestOf.get(b) === a).length,
  };
}

function shareTogether(labels: ArrayLike<number>): number {
  const sizes = new Map<number, number>();
  for (let row = 0; row < labels.length; row++)
    if (labels[row] !== UNCLUSTERED) sizes.set(labels[row]!, (sizes.get(labels[row]!) ?? 0) + 1);
  const pairs = [...sizes.values()].reduce((sum, size) => sum + size * (size - 1), 0);
  return labels.length < 2 ? 0 : pairs / (labels.length * (labels.length - 1));
}

/** Okapi BM25's parameters as Lucene has them. */
const [K1, B] = [1.2, 0.75];

/** Of each asked report the other one that its text finds first (BM25, Robertson & Zaragoza 2009; of equals the first). */
function nearestByBm25(reports: readonly FaultReport[], asked: ReadonlySet<number>): Map<number, number> {
  const read = termReader(DEFAULT_ANALYSIS);
  const documents = reports.map((report) => read(textOf(report)));
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const postings = new Map<string, Map<number, number>>();
  documents.forEach((terms, row) => {
    for (const term of terms) {
      const rows = postings.get(term) ?? new Map<number, number>();
      postings.set(term, rows.set(row, (rows.get(row) ?? 0) + 1));
    }
  });
  return new Map(
    [...asked].map((row) => {
      const scores = new Float64Array(documents.length);
      for (const term of new Set(documents[row]!)) {
        const rows = postings.get(term)!;
        const rarity = Math.log(1 + (documents.length - rows.size + 0.5) / (rows.size + 0.5));
        for (const [other, count] of rows)
          scores[other]! +=
            (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * documents[other]!.length) / average));
      }
      scores[row] = Number.NEGATIVE_INFINITY;
      return [row, scores.indexOf(scores.reduce((most, score) => Math.max(most, score)))] as const;
    }),
  );
}
