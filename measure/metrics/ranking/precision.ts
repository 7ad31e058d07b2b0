import type { JudgedRanking } from "../ranking.ts";
import { countRelevant } from "./found.ts";

/**
 * Share of relevant documents among the first k. A list shorter than k is read as padded with irrelevant ones: the
 * divisor is always k (trec_eval's P). Example: grades [1, 0, 1] at 5: 2/5.
 */
export function precision(ranking: JudgedRanking, cutoff: number): number {
  return countRelevant(ranking, cutoff) / cutoff;
}
