import type { MetaVerdict } from "../../record/domain/records.ts";
import type { MetaOutcome } from "./judge.ts";

/** A meta verdict without a ruling: every part null, with the reason. */
export function withoutRuling(
  head: Pick<MetaVerdict, "type" | "evaluator" | "stand_in" | "reason" | "attempts" | "usage">,
): MetaOutcome {
  return {
    ...head,
    judgments_agree: null,
    preferred_judgment: null,
    a_ids_correct: null,
    b_ids_correct: null,
    a_entities_correct: null,
    b_entities_correct: null,
    a_status_correct: null,
    b_status_correct: null,
    quality_score_delta: null,
    bias_detected: null,
    confidence: null,
    reasoning: "",
  };
}
