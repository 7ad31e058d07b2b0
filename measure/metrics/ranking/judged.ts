import type { JudgedRanking } from "../ranking.ts";

/**
 * Share of the first k returned documents that have a judgement: how much the other metrics know about this list.
 * The divisor is the number of documents returned up to k (ir_measures' Judged). 0 for an empty list.
 * Example: grades [1, -1, 0] at 10: 2/3.
 */
export function judged(ranking: JudgedRanking, cutoff = Number.POSITIVE_INFINITY): number {
  const top = ranking.grades.slice(0, cutoff);
  return top.length === 0 ? 0 : top.filter((grade) => grade >= 0).length / top.length;
}
