import type { JudgedRanking } from "../ranking.ts";

/** Relevant documents among the first k. */
export function countRelevant(ranking: JudgedRanking, cutoff = Number.POSITIVE_INFINITY): number {
  const end = Math.min(ranking.grades.length, cutoff);
  let found = 0;
  for (let i = 0; i < end; i++) if (ranking.grades[i]! >= ranking.threshold) found++;
  return found;
}
