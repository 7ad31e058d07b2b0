import { keyOf } from "../domain/names.ts";
import type { ProbeReading } from "../domain/records.ts";
import type { Judge, PairwiseJudge } from "../judges/judge.ts";
import type { Question } from "./questions.ts";

export interface AskOptions {
  judge: Judge;
  pairwise: PairwiseJudge;
  signal: AbortSignal;
}

/** The judge's reading of a question. */
export async function askQuestion(question: Question, options: AskOptions): Promise<ProbeReading> {
  const { edit, asked } = question;
  return { ...keyOf(question), edit, asked, ...(await answerOf(question, options)) };
}

async function answerOf({ edited }: Question, { judge, pairwise, signal }: AskOptions) {
  if (edited.type === "pair") return { judgement: null, ...(await pairwise.prefer(edited.pair, signal)) };
  const { type, judgement, claims_disagree: _claims, ...rest } = await judge.judge(edited.case, signal);
  return { ...rest, type: type === "judged" ? ("judged" as const) : ("blocked" as const), judgement, choice: null };
}
