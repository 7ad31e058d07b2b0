import { keyOf } from "../../record/domain/names.ts";
import type { ProbeReading } from "../../record/domain/records.ts";
import type { Judge, PairwiseJudge } from "../judges/judge.ts";
import type { ProbeQuestion } from "./questions.ts";

export interface ProbeAskOptions {
  judge: Judge;
  pairwise: PairwiseJudge;
  signal: AbortSignal;
}

/** The judge's reading of a question. */
export async function askQuestion(question: ProbeQuestion, options: ProbeAskOptions): Promise<ProbeReading> {
  const { edit, asked } = question;
  return { ...keyOf(question), edit, asked, ...(await answerOf(question, options)) };
}

async function answerOf({ edited }: ProbeQuestion, { judge, pairwise, signal }: ProbeAskOptions) {
  if (edited.type === "pair") return { judgement: null, ...(await pairwise.prefer(edited.pair, signal)) };
  const { type, judgement, claims_disagree: _claims, ...rest } = await judge.judge(edited.case, signal);
  return { ...rest, type: type === "judged" ? ("judged" as const) : ("blocked" as const), judgement, choice: null };
}
