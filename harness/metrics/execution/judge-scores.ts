import { DIMENSIONS, type Judgement } from "../../domain/records.ts";
import type { VerdictMetric } from "./metric.ts";

const DEFINITIONS: Record<string, string> = {
  pass: "all expected ids, enough entities and alignment, by the primary judge",
  overall_score: "0.30 ids + 0.30 entities + 0.20 alignment + 0.20 quality, by the primary judge",
  alignment: "agreement with the reference answer, 0 to 1, by the primary judge",
};

/**
 * The primary judge's opinion. A failed execution got no verdict worth the name: it fails with 0, since the user got
 * nothing, but has no dimension scores, since there is no text to rate. A blocked verdict says nothing: unscored.
 */
export const JUDGE_SCORES: readonly VerdictMetric[] = [
  fromVerdict("pass", "Pass", "zero", (judgement) => (judgement.status === "pass" ? 1 : 0)),
  fromVerdict("overall_score", "Overall score", "zero", (judgement) => judgement.overall_score),
  fromVerdict("alignment", "Alignment", "zero", (judgement) => judgement.ground_truth.reference_answer_alignment),
  ...DIMENSIONS.map((dimension) =>
    fromVerdict(dimension, dimension.replace("_", " "), "unscored", (judgement) => judgement.quality[dimension].score),
  ),
];

function fromVerdict(
  name: string,
  label: string,
  withoutAnswer: "zero" | "unscored",
  compute: (judgement: Judgement) => number,
): VerdictMetric {
  return {
    name,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    definition: DEFINITIONS[name] ?? `${label}, 1 to 5, by the primary judge`,
    kind: "judge",
    unit: withoutAnswer === "unscored" ? "likert" : "share",
    better: "higher",
    about: "all",
    withoutAnswer,
    from: "verdict",
    compute,
  };
}
