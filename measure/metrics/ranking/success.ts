import type { JudgedRanking } from "../ranking.ts";
import { countRelevant } from "./found.ts";

/** 1 when a relevant document is among the first k, else 0 (trec_eval's success): its mean is the share of such queries. Example: grades [0, 0, 1] at 2: 0. */
export function success(ranking: JudgedRanking, cutoff: number): number {
  return countRelevant(ranking, cutoff) > 0 ? 1 : 0;
}
