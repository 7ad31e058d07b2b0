import { DIMENSIONS, type Judgement } from "../../../record/domain/records.ts";
import type { VerdictMetric } from "./metric.ts";

const FROM_VERDICT = { kind: "judge", better: "higher", about: "all", from: "verdict" } as const;

/**
 * The primary judge's opinion. A failed execution got no verdict worth the name: it fails with 0, since the user got
 * nothing, but has no dimension scores, since there is no text to rate. A blocked verdict says nothing: unscored.
 */
export const JUDGE_SCORES: readonly VerdictMetric[] = [
  {
    ...FROM_VERDICT,
    name: "pass",
    label: "Judge's pass",
    definition: "all expected ids, enough entities and alignment, by the primary judge",
    unit: "binary",
    withoutAnswer: "zero",
    compute: ({ status }) => (status === "pass" ? 1 : 0),
  },
  {
    ...FROM_VERDICT,
    name: "overall_score",
    label: "Overall score",
    definition: "0.30 ids + 0.30 entities + 0.20 alignment + 0.20 quality, by the primary judge",
    unit: "share",
    withoutAnswer: "zero",
    compute: ({ overall_score }) => overall_score,
  },
  {
    ...FROM_VERDICT,
    name: "alignment",
    label: "Alignment",
    definition: "agreement with the reference answer, 0 to 1, by the primary judge",
    unit: "share",
    withoutAnswer: "zero",
    compute: ({ ground_truth }) => ground_truth.reference_answer_alignment,
  },
  ...DIMENSIONS.map(dimensionScore),
];

function dimensionScore(name: keyof Judgement["quality"]): VerdictMetric {
  const words = name.replace("_", " ");
  return {
    ...FROM_VERDICT,
    name,
    label: words.charAt(0).toUpperCase() + words.slice(1),
    definition: `${words}, 1 to 5, by the primary judge`,
    unit: "likert",
    withoutAnswer: "unscored",
    compute: ({ quality }) => quality[name].score,
  };
}
