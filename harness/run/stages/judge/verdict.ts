import type { Judge, JudgeCase } from "../../../judge/judges/judge.ts";
import { keyOf } from "../../../record/domain/names.ts";
import type { ExecutionKey, Verdict } from "../../../record/domain/records.ts";

/**
 * The verdict on one execution. One that did not succeed has no answer to judge: `cascaded_failure`. Where nobody has said what is
 * right the judge, who compares with it, is not asked: `no_truth`.
 */
export async function verdictOn(judge: Judge, judgeCase: JudgeCase, signal: AbortSignal): Promise<Verdict> {
  const { extraction, scenario } = judgeCase;
  const key = keyOf(extraction);
  if (scenario.truth === "unknown")
    return { ...key, ...withoutJudgement(judge, "no_truth", "this question has no ground truth") };
  if (extraction.outcome !== "success")
    return { ...key, ...withoutJudgement(judge, "cascaded_failure", `the execution ended as ${extraction.outcome}`) };
  return { ...key, ...(await judge.judge(judgeCase, signal)) };
}

/** A verdict without a judgement, with the reason. */
export function withoutJudgement(
  { evaluator, standIn }: Pick<Judge, "evaluator" | "standIn">,
  type: "cascaded_failure" | "cascaded_blocked" | "no_truth",
  reason: string,
): Omit<Verdict, keyof ExecutionKey> {
  return { type, evaluator, stand_in: standIn, judgement: null, reason, claims_disagree: [], attempts: [] };
}

/** `pass`, `fail`, or why there is no judgement. */
export function kindOf(verdict: Verdict): string {
  return verdict.judgement?.status ?? verdict.type;
}

/** False for what a later attempt may mend: a provider was unavailable, here or upstream. */
export function isSettled({ type }: { type: string }): boolean {
  return type !== "blocked" && type !== "cascaded_blocked";
}

/** For the progress line: set where there is no judgement. */
export function failureOf({ type }: { type: string }): string | undefined {
  return type === "judged" || type === "no_truth" ? undefined : type;
}
