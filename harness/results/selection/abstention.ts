import type { ScoreRecord } from "../../record/domain/records.ts";
import { findScore } from "../../record/scores/score-records.ts";

/** What of abstention an execution shows; `none`: it answered where there is something to find; `unknown`: it never ran, or is unscored. */
export type Abstention = "correct" | "missed" | "false" | "none" | "no_answer" | "unknown";

export function abstentionOf(record: ScoreRecord): Abstention {
  const { outcome, answerable } = record;
  if (outcome === "missing") return "unknown";
  if (outcome !== "success") return "no_answer";
  const abstained = findScore(record, answerable ? "abstention_false" : "abstention_correct")?.value ?? null;
  if (abstained === null) return "unknown";
  if (answerable) return abstained === 1 ? "false" : "none";
  return abstained === 1 ? "correct" : "missed";
}
