import type { JudgedRanking } from "../ranking.ts";

/**
 * Average precision: the precision at the rank of each returned relevant document, summed and divided by the number of
 * relevant documents, returned or not; with a cutoff only ranks up to k add (trec_eval's map and map_cut).
 * Edge cases: 0 without relevant documents. Example: grades [1, 0, 1], two relevant: (1/1 + 2/3) / 2 = 0.8333.
 */
export function averagePrecision(ranking: JudgedRanking, cutoff = Number.POSITIVE_INFINITY): number {
  if (ranking.relevant === 0) return 0;
  const end = Math.min(ranking.grades.length, cutoff);
  let found = 0;
  let sum = 0;
  for (let i = 0; i < end; i++) {
    if (ranking.grades[i]! >= ranking.threshold) sum += ++found / (i + 1);
  }
  return sum / ranking.relevant;
}
