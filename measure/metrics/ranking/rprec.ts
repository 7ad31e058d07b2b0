import type { JudgedRanking } from "../ranking.ts";
import { precision } from "./precision.ts";

/** Precision at rank R, where R is the number of relevant documents; 0 when R is 0 (trec_eval's Rprec). Example: grades [1, 0, 1], R = 2: 1/2. */
export function rPrecision(ranking: JudgedRanking): number {
  return ranking.relevant === 0 ? 0 : precision(ranking, ranking.relevant);
}
