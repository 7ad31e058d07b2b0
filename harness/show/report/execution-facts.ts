import { countWords } from "../../../base/words.ts";
import { costOf } from "../../record/config/cost.ts";
import type { Config } from "../../record/config/schema.ts";
import { DIMENSIONS, type Judgement, type Score, type ScoreRecord } from "../../record/domain/records.ts";
import { emptinessReason, emptyAnswer } from "../../results/metrics/execution/empty-answer.ts";
import type { ExecutionParts } from "./execution-data.ts";

/** A number of an execution that is no metric, but that some number on a page is made of: shown beside executions as metrics are. */
export interface Fact {
  name: string;
  label: string;
  definition: string;
  unit: "count" | "share" | "seconds" | "dollars" | "likert";
  /** Null: it is not about this execution. */
  of(parts: ExecutionParts, config: Config): Score | null;
}

const ID_OUTCOMES = ["retrieved_reported", "retrieved_unreported", "unretrieved_reported", "unretrieved_unreported"];

export const FACTS: readonly Fact[] = [
  {
    name: "seconds",
    label: "Seconds",
    definition: "wall-clock time of the execution",
    unit: "seconds",
    of: ({ record }) => record && { value: record.duration_ms / 1000 },
  },
  {
    name: "cost",
    label: "Cost",
    definition: "US dollars of the execution's tokens by the configured price",
    unit: "dollars",
    of: ({ extraction }, config) => {
      if (!extraction) return null;
      const { model, tokens_in, tokens_out, tokens_cached: cachedInput, tokens_cache_write: cacheWrite } = extraction;
      return known(costOf(config, model, { input: tokens_in ?? 0, output: tokens_out ?? 0, cachedInput, cacheWrite }));
    },
  },
  {
    name: "expected_ids",
    label: "Expected ids",
    definition: "expected ids whose outcome is known",
    unit: "count",
    of: ({ score }) => total(score, ID_OUTCOMES),
  },
  {
    name: "successful_calls",
    label: "Successful calls",
    definition: "tool calls that returned a result",
    unit: "count",
    of: ({ score: { scores } }) => {
      const [calls, errors] = [scores.tool_calls?.value ?? null, scores.tool_errors?.value ?? null];
      return calls === null || errors === null ? null : { value: calls - errors };
    },
  },
  {
    name: "tokens_cached",
    label: "Cached input tokens",
    definition: "input tokens that the provider says came from its prompt cache",
    unit: "count",
    of: ({ extraction }) => (extraction?.tokens_cached === undefined ? null : { value: extraction.tokens_cached }),
  },
  {
    name: "words",
    label: "Words of the answer",
    definition:
      "words of the final answer; none where it is empty or nearly so, with the rule, the last tool and the cause",
    unit: "count",
    of: ({ extraction }) => {
      if (!extraction) return null;
      const empty = emptyAnswer(extraction);
      if (empty) return { value: null, reason: emptinessReason(empty.rule, empty.last_tool, empty.cause) };
      return { value: countWords(extraction.final_text) };
    },
  },
  {
    name: "answers_cut_off",
    label: "Answers cut off",
    definition: "the model's answers, calls among them, that ended at its output limit; none where it gives no reasons",
    unit: "count",
    of: ({ extraction }) => (extraction?.finishes ? { value: extraction.finishes.length ?? 0 } : null),
  },
  processFact("skills_loaded", "Skills loaded", "skills that the agent loaded", (trace) => trace.skills_loaded.length),
  processFact("plan_steps", "Plan steps", "times that the agent planned", (trace) => trace.plan_iterations),
  processFact(
    "asked_again",
    "Asked again",
    "1 where an answer violated the answer contract and was requested again",
    (trace) => Number(trace.contract_retries > 0),
  ),
  processFact(
    "safe_answer",
    "Safe answer",
    "1 where a fallback answer replaced one that violated the answer contract",
    (trace) => Number(trace.contract_fallback),
  ),
  {
    name: "mean_dimension",
    label: "Mean dimension",
    definition: "mean of the primary judge's four dimensions, 1 to 5",
    unit: "likert",
    of: ({ score }) => {
      const sum = total(score, DIMENSIONS);
      return sum && { value: sum.value! / DIMENSIONS.length };
    },
  },
  judged("primary"),
  judged("calibration"),
  judged("meta"),
  calibration("pass", "share", ({ status }) => Number(status === "pass")),
  calibration("overall_score", "share", ({ overall_score }) => overall_score),
  ...DIMENSIONS.map((name) => calibration(name, "likert", ({ quality }) => quality[name].score)),
  ruling("agrees", "finds that the two verdicts agree", ({ meta }) => meta?.judgments_agree === true),
  ruling("leniency", "finds the primary verdict lenient", ({ meta }) => meta?.bias_detected === "leniency"),
  ruling("harshness", "finds the primary verdict harsh", ({ meta }) => meta?.bias_detected === "harshness"),
  ruling(
    "changes_verdict",
    "prefers the calibration verdict where the two differ in pass or fail",
    ({ meta, primary, calibration: second }) =>
      meta?.preferred_judgment === "B" && primary?.judgement?.status !== second?.judgement?.status,
  ),
];

function known(value: number | null): Score {
  return value === null ? { value, reason: "no_price" } : { value };
}

/** Of scores that are either all there or all missing. */
function total({ scores }: ScoreRecord, names: readonly string[]): Score | null {
  const values = names.map((name) => scores[name]?.value ?? null);
  return values.includes(null) ? null : { value: values.reduce<number>((sum, value) => sum + value!, 0) };
}

function processFact(
  name: string,
  label: string,
  definition: string,
  count: (trace: NonNullable<ExecutionParts["extraction"]>) => number,
): Fact {
  return { name, label, definition, unit: "count", of: ({ extraction }) => extraction && { value: count(extraction) } };
}

function judged(stage: "primary" | "calibration" | "meta"): Fact {
  return {
    name: `judged_${stage}`,
    label: `Judged, ${stage}`,
    definition: `1 where the ${stage} judge gave a verdict`,
    unit: "count",
    of: (parts) => {
      const verdict = parts[stage];
      return verdict && (verdict.type === "judged" ? { value: 1 } : { value: null, reason: verdict.type });
    },
  };
}

function calibration(name: string, unit: Fact["unit"], value: (judgement: Judgement) => number): Fact {
  return {
    name: `calibration_${name}`,
    label: `Calibration: ${name.replaceAll("_", " ")}`,
    definition: `${name.replaceAll("_", " ")} by the calibration judge`,
    unit,
    of: ({ calibration: verdict }) => (verdict?.judgement ? { value: value(verdict.judgement) } : null),
  };
}

function ruling(name: string, says: string, holds: (parts: ExecutionParts) => boolean): Fact {
  return {
    name: `ruling_${name}`,
    label: `Ruling ${says}`,
    definition: `1 where the meta-judge ${says}`,
    unit: "count",
    of: (parts) => (parts.meta?.type === "judged" ? { value: Number(holds(parts)) } : null),
  };
}
