// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: .707 and .693 are published figures
/**
 * Figures per configuration that the study published (Orhan, "When Agentic Workflows Help", 2026), on its own corpus and its own
 * models. Shares are written as shares; null where its print is not legible. Order of rows: `CONFIGURATIONS`.
 */
import type { Column, Published } from "../table.ts";

const MODELS = ["DeepSeek-V3.2", "GLM-5.1", "Qwen3-Coder"] as const;
const WORKFLOWS = ["plan_execute", "react"] as const;
const KNOWLEDGE = ["prompt", "skill", "skill_meta"] as const;

const CONFIGURATIONS = MODELS.flatMap((model) =>
  WORKFLOWS.flatMap((workflow) => KNOWLEDGE.map((knowledge) => ({ model, workflow, knowledge }))),
);

/** Rows under the keys of our own table. */
function keyed(
  measured: string,
  keys: readonly Column["key"][],
  values: readonly (readonly (number | null)[])[],
): Published {
  const rows = CONFIGURATIONS.map((configuration, at) => ({
    ...configuration,
    ...Object.fromEntries(keys.map((key, column) => [key, values[at]?.[column] ?? null])),
  }));
  return { measured, rows };
}

/** Retrieval per configuration. */
export const RETRIEVAL = keyed(
  "The same metrics, captioned there as over all 52 scenarios; ours over the answerable ones.",
  ["recall@1", "recall@5", "recall@10", "ndcg@5", "ndcg@10", "mrr@10"],
  [
    [0.42, 0.61, 0.666, 0.592, 0.615, 0.598],
    [0.459, 0.628, 0.842, 0.66, 0.733, 0.699],
    [0.456, 0.633, 0.714, 0.67, 0.692, 0.742],
    [0.285, 0.423, 0.449, 0.443, 0.437, null],
    [0.293, 0.397, 0.424, 0.441, 0.432, 0.496],
    [0.301, 0.458, 0.482, 0.478, 0.464, 0.516],
    [0.453, 0.521, 0.595, 0.576, 0.597, 0.632],
    [0.355, 0.557, 0.709, 0.646, 0.695, 0.724],
    [0.447, 0.607, 0.7, 0.633, 0.66, 0.672],
    [0.462, 0.615, 0.62, 0.627, 0.613, null],
    [0.34, 0.512, 0.512, 0.497, 0.487, 0.547],
    [0.466, 0.655, 0.661, 0.632, 0.626, 0.669],
    [0.471, 0.615, 0.688, 0.674, 0.689, 0.707],
    [0.362, 0.524, 0.557, 0.532, 0.544, 0.561],
    [0.413, 0.547, 0.61, 0.608, 0.615, 0.657],
    [0.35, 0.439, 0.48, 0.46, 0.472, null],
    [0.334, 0.445, 0.445, 0.474, 0.459, 0.543],
    [0.41, 0.524, 0.524, 0.545, 0.538, 0.609],
  ],
);

/** Judge, 52 scenarios a configuration. */
export const JUDGE_RESULTS = keyed(
  "The same measures over all scenarios of a configuration, by another judge.",
  ["pass", "overall_score", "completeness", "relevance", "coherence", "evidence_grounding"],
  [
    [0.654, 0.834, 4.1, 4.04, 4.62, 4.38],
    [0.769, 0.872, 4.27, 3.9, 4.77, 4.33],
    [0.769, 0.852, 4.33, 4.1, 4.75, 4.46],
    [0.692, 0.829, 4.06, 4.19, 4.67, null],
    [0.673, 0.794, 3.98, 3.98, 4.56, 4.13],
    [0.673, 0.807, 3.9, 3.96, 4.56, 4.12],
    [0.808, 0.86, 4.31, 4.29, 4.65, 4.46],
    [0.712, 0.818, 4.19, 4.23, 4.46, 4.25],
    [0.769, 0.88, 4.35, 4.42, 4.71, 4.56],
    [0.673, 0.778, 3.79, 4.08, 4.35, null],
    [0.558, 0.628, 3.12, 3.25, 3.5, 3.19],
    [0.635, 0.73, 3.62, 3.75, 4.1, 3.85],
    [0.596, 0.763, 3.5, 3.9, 4.42, 3.9],
    [0.558, 0.713, 3.19, 3.6, 4.38, 3.63],
    [0.538, 0.732, 3.25, 3.94, 4.46, 3.73],
    [0.481, 0.673, 3.15, 3.83, 4.4, null],
    [0.481, 0.678, 3.15, 3.77, 4.25, 3.48],
    [0.481, 0.693, 3.13, 4.04, 4.38, 3.65],
  ],
);

/** Abstention: correct of 14 unanswerable, false of 38 answerable scenarios. */
export const ABSTENTION = keyed(
  "The same shares, of all executions; ours of the answered ones.",
  ["correct_rate", "false_rate"],
  [
    [0.286, 0.132],
    [0.357, 0.026],
    [0.357, 0],
    [0.5, 0.263],
    [0.5, 0.053],
    [0.571, 0.053],
    [0.357, 0.026],
    [0.429, 0.053],
    [0.429, 0.026],
    [0.5, 0.211],
    [0.429, 0.263],
    [0.357, 0.237],
    [0.429, 0.105],
    [0.429, 0],
    [0.286, 0.053],
    [0.429, 0.132],
    [0.429, 0.053],
    [0.429, 0.105],
  ],
);

/** Medians. */
export const EFFORT = keyed(
  "The same medians.",
  ["tool_calls", "tokens_in", "tokens_out"],
  [
    [46, 1504719, 11580],
    [48, 1619462, 10922],
    [40, 1297872, 10548],
    [12, 414850, 2306],
    [14, 456508, 2669],
    [14, 507540, 2608],
    [36, 651610, 12321],
    [47, 752589, 11491],
    [30, 665642, 9938],
    [6, 117973, 1701],
    [12, 198277, 2313],
    [10, 183415, 2077],
    [14, 328116, 3497],
    [19, 431743, 4076],
    [14, 325862, 3108],
    [4, 142422, 838],
    [6, 175176, 798],
    [6, 188288, 777],
  ],
);
