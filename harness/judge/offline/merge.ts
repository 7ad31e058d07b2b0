import { canonicalJson } from "../../../base/canonical-json.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import type { JudgeCase, JudgeThresholds } from "../judges/judge.ts";
import { checkForm } from "../judges/llm/check-form.ts";
import { describeFault } from "../judges/llm/faults.ts";
import type { FoundAnswer } from "./read-answers.ts";
import { type MergedAnswer, offlineAnswerSchema } from "./store.ts";

export interface MergeResult {
  merged: Map<string, MergedAnswer>;
  /** New ones, and those that were merged before or stand there twice with the same content. */
  added: number;
  repeated: number;
  /** One line for each answer that was not taken, with its place and reason. */
  problems: string[];
}

export interface MergeOptions {
  /** What was merged before; never replaced. */
  before: ReadonlyMap<string, MergedAnswer>;
  /** The case of a judging task of this run, null for any other. */
  caseOf: (packet: string) => JudgeCase | null;
  thresholds: JudgeThresholds;
}

/** Takes every valid answer once. The result of merging the same files again is the same, with nothing added. */
export function mergeAnswers(found: readonly FoundAnswer[], { before, caseOf, thresholds }: MergeOptions): MergeResult {
  const result: MergeResult = { merged: new Map(before), added: 0, repeated: 0, problems: [] };
  for (const { where, value, problem } of found) {
    const checked = problem === undefined ? checkAnswer(value, { caseOf, thresholds }) : problem;
    if (typeof checked === "string") result.problems.push(`${where}: ${checked}`);
    else take(result, checked, where);
  }
  return result;
}

function take(result: MergeResult, answer: MergedAnswer, where: string): void {
  const old = result.merged.get(answer.packet);
  if (old === undefined) {
    result.merged.set(answer.packet, answer);
    result.added++;
  } else if (canonicalJson(old) === canonicalJson(answer)) result.repeated++;
  else result.problems.push(`${where}: repeated: packet ${answer.packet} has another answer already, which stays`);
}

/** The answer, or what is wrong with it. */
function checkAnswer(value: unknown, { caseOf, thresholds }: Omit<MergeOptions, "before">): MergedAnswer | string {
  const parsed = parsePlainly(offlineAnswerSchema, value);
  if (!parsed.success) return `schema: ${problemsOf(parsed.error).join("; ")}`;
  const { packet, judgement } = parsed.data;
  const judgeCase = caseOf(packet);
  if (judgeCase === null) return `unknown: ${packet.slice(0, 40)} is no judging task of this run and judge`;
  const fault = checkForm(judgement, judgeCase, thresholds);
  return fault === null ? parsed.data : `packet ${packet}: ${describeFault(fault)}`;
}
