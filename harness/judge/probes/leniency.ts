import type { Judgement } from "../../record/domain/records.ts";
import { AGREEMENT_MARGIN } from "../judges/rubric-meta.ts";
import type { Probe } from "./probe.ts";
import { compare, rated } from "./reader-score.ts";

/** Right and wrong by construction together, so that a judge that errs both ways alike is not called lenient. */
export const leniencyProbe: Probe = {
  name: "leniency",
  question: "Are answers rated higher, or lower, than they are known to be?",
  edits: ["gold", "gutted"],
  effect: (readings) =>
    compare(readings, ["gold", "gutted"], (right, wrong) => (knownParts(right) - 1 + knownParts(wrong)) / 2),
  unit: "mean error of what is known to be 1 or 0",
  largest: 1,
  finding: { above: "leniency", below: "harshness" },
  threshold: AGREEMENT_MARGIN,
  because: "from 0.1 on the study calls two judgements of one answer different",
};

/** Without coherence: a wrong answer may well be coherent. */
function knownParts(judgement: Judgement): number {
  const parts = (["completeness", "relevance", "evidence_grounding"] as const).map((name) => rated(judgement, name));
  return parts.reduce((sum, part) => sum + part, judgement.ground_truth.reference_answer_alignment) / 4;
}
