import type { JudgedRanking } from "../ranking.ts";
import { precision } from "./precision.ts";
import { recall } from "./recall.ts";

/** Harmonic mean of precision@k and recall@k (van Rijsbergen, Information Retrieval, 1979), 0 to 1; 0 when both are 0. Example: precision 2/5, recall 1/2: 0.4444. */
export function f1(ranking: JudgedRanking, cutoff: number): number {
  const p = precision(ranking, cutoff);
  const r = recall(ranking, cutoff);
  return p + r === 0 ? 0 : (2 * p * r) / (p + r);
}
