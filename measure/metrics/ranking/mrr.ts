import type { JudgedRanking } from "../ranking.ts";

/**
 * Reciprocal rank of the first relevant document, 0 when none is in the first k (trec_eval's recip_rank, which has no
 * cutoff). Its mean over queries is MRR. Example: grades [0, 0, 1]: 1/3, but 0 at cutoff 2.
 */
export function reciprocalRank(ranking: JudgedRanking, cutoff = Number.POSITIVE_INFINITY): number {
  const end = Math.min(ranking.grades.length, cutoff);
  for (let i = 0; i < end; i++) if (ranking.grades[i]! >= ranking.threshold) return 1 / (i + 1);
  return 0;
}
