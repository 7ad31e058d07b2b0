import { DIMENSIONS, type Judgement, type MetaVerdict, type Verdict } from "../../record/domain/records.ts";
import type { EmptyAnswer } from "../metrics/execution/empty-answer.ts";
import type { ProcessCounts } from "../metrics/scored-execution.ts";

/** Parts of an execution as the lines tell them: with their numbers, without what a judge or a provider wrote. */

export function packEmpty({ rule, lastTool: last_tool, cause }: EmptyAnswer) {
  return { rule, last_tool, cause };
}

export function unpackEmpty({ rule, last_tool: lastTool, cause }: ReturnType<typeof packEmpty>): EmptyAnswer {
  return { rule, lastTool, cause };
}

export function packProcess({ tools, habits, roles, reviews }: ProcessCounts) {
  return { tools, habits: habits && packHabits(habits), roles, reviews };
}

function packHabits({ skills, ...counts }: NonNullable<ProcessCounts["habits"]>) {
  const { planIterations: plan_iterations, contractRetries: contract_retries } = counts;
  return { skills, plan_iterations, contract_retries, contract_fallback: counts.contractFallback };
}

export function unpackProcess({ habits, roles, reviews, tools }: ReturnType<typeof packProcess>): ProcessCounts {
  return {
    tools,
    habits: habits && unpackHabits(habits),
    ...(roles && { roles }),
    ...(reviews && { reviews }),
  };
}

function unpackHabits({ skills, ...counts }: ReturnType<typeof packHabits>): ProcessCounts["habits"] {
  const { plan_iterations: planIterations, contract_retries: contractRetries } = counts;
  return { skills, planIterations, contractRetries, contractFallback: counts.contract_fallback };
}

export function packVerdict({ type, evaluator, stand_in, judgement, attempts }: Verdict) {
  return { type, evaluator, stand_in, judgement: judgement && packJudgement(judgement), attempts: faultsOf(attempts) };
}

export function unpackVerdict({ judgement, ...rest }: ReturnType<typeof packVerdict>) {
  return { ...rest, judgement: judgement && unpackJudgement(judgement), claims_disagree: [] };
}

export const COUNTED = [
  "expected_ids_found",
  "expected_ids_missing",
  "expected_entities_found",
  "expected_entities_missing",
] as const;

/** Of lists, their lengths; of a rating, its number. */
function packJudgement({ status, overall_score, ground_truth, quality }: Judgement) {
  return {
    status,
    overall_score,
    counts: COUNTED.map((name) => ground_truth[name].length),
    alignment: ground_truth.reference_answer_alignment,
    ratings: DIMENSIONS.map((name) => quality[name].score),
  };
}

function unpackJudgement({
  status,
  overall_score,
  counts,
  alignment,
  ratings,
}: ReturnType<typeof packJudgement>): Judgement {
  const lists = COUNTED.map((name, at) => [name, Array<string>(counts[at]!).fill("")]);
  const quality = DIMENSIONS.map((name, at) => [name, { score: ratings[at]!, rationale: "" }]);
  return {
    status,
    overall_score,
    ground_truth: { ...Object.fromEntries(lists), reference_answer_alignment: alignment, details: "" },
    quality: Object.fromEntries(quality),
    summary: "",
  };
}

export function packMeta({ type, evaluator, stand_in, judgments_agree, preferred_judgment, ...rest }: MetaVerdict) {
  const { a_ids_correct, b_ids_correct, a_entities_correct, b_entities_correct } = rest;
  const { a_status_correct, b_status_correct, quality_score_delta, bias_detected, confidence } = rest;
  return {
    ...{ type, evaluator, stand_in, judgments_agree, preferred_judgment },
    ...{ a_ids_correct, b_ids_correct, a_entities_correct, b_entities_correct },
    ...{ a_status_correct, b_status_correct, quality_score_delta, bias_detected, confidence },
    ...(rest.attempts ? { attempts: faultsOf(rest.attempts) } : {}),
  };
}

export function faultsOf(attempts: Verdict["attempts"]): Verdict["attempts"] {
  return attempts.map(({ provider, error }) => ({ provider, error: error.slice(0, error.indexOf(":") + 1) }));
}
