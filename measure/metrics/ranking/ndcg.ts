import type { JudgedRanking } from "../ranking.ts";

/**
 * Normalised discounted cumulative gain: sum of gain(grade) / log2(rank + 1), divided by the same sum over the ideal
 * order of all judged documents, both cut at k. Gain is the grade (trec_eval's ndcg_cut) or 2^grade - 1 (Burges et al.,
 * ICML 2005; `gain=exp`); for binary grades the two are equal. Järvelin & Kekäläinen, ACM TOIS 20 (2002) 422-446.
 * Edge cases: 0 without relevant documents and for an empty list; lists shorter than k are not padded.
 * Example: grades [1, 0, 1] of three relevant documents: (1 + 1/2) / (1 + 1/log2(3) + 1/2) = 0.7039.
 */
export function ndcg(ranking: JudgedRanking, cutoff = Number.POSITIVE_INFINITY, gain: "lin" | "exp" = "lin"): number {
  const ideal = discountedGain(ranking.ideal, cutoff, gain);
  return ideal > 0 ? discountedGain(ranking.grades, cutoff, gain) / ideal : 0;
}

function discountedGain(grades: readonly number[], cutoff: number, gain: "lin" | "exp"): number {
  const end = Math.min(grades.length, cutoff);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = grades[i]!;
    if (grade > 0) sum += (gain === "exp" ? 2 ** grade - 1 : grade) / Math.log2(i + 2);
  }
  return sum;
}
