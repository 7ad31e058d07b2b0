import type { JudgedRanking } from "../ranking.ts";
import { countRelevant } from "./found.ts";

/** Share of all relevant documents that are among the first k (trec_eval's recall); 0 without relevant documents. Example: grades [1, 0, 1], four relevant, at 2: 1/4. */
export function recall(ranking: JudgedRanking, cutoff: number): number {
  return ranking.relevant === 0 ? 0 : countRelevant(ranking, cutoff) / ranking.relevant;
}
