import pLimit from "p-limit";
import { executionName } from "../domain/names.ts";
import type { ProbeReading } from "../domain/records.ts";
import type { Judge, PairwiseJudge } from "../judges/judge.ts";
import type { EditedCase } from "./edits/edit.ts";
import type { Question } from "./questions.ts";

export interface CollectOptions {
  judge: Judge;
  pairwise: PairwiseJudge;
  signal: AbortSignal;
  /** Questions asked at a time. Default 1. */
  concurrency?: number;
  /** Readings from before: those that answer the same question are not asked again, unless they are blocked. */
  before?: readonly ProbeReading[];
  /** Called with each new reading as it comes. */
  onReading?: (reading: ProbeReading) => Promise<void> | void;
}

/** The judge's reading of each question, in their order; fewer when the signal was aborted. */
export async function collectReadings(
  questions: readonly Question[],
  options: CollectOptions,
): Promise<ProbeReading[]> {
  const { signal, concurrency = 1, before = [], onReading } = options;
  const known = new Map(before.map((reading) => [identityOf(reading, reading.asked), reading]));
  const limit = pLimit(concurrency);
  const read = async (question: Question): Promise<ProbeReading | null> => {
    const old = known.get(identityOf({ ...question.key, edit: question.edit }, question.hash));
    if (old?.type === "judged") return old;
    if (signal.aborted) return null;
    const answer = await ask(question.edited, options);
    const reading: ProbeReading = { ...question.key, edit: question.edit, asked: question.hash, ...answer };
    await onReading?.(reading);
    return reading;
  };
  const readings = await Promise.all(questions.map((question) => limit(() => read(question))));
  return readings.filter((reading) => reading !== null);
}

async function ask(edited: EditedCase, { judge, pairwise, signal }: CollectOptions) {
  if (edited.type === "pair") return { judgement: null, ...(await pairwise.prefer(edited.pair, signal)) };
  const { type, judgement, claims_disagree: _claims, ...rest } = await judge.judge(edited.case, signal);
  return { ...rest, type: type === "judged" ? ("judged" as const) : ("blocked" as const), judgement, choice: null };
}

function identityOf(reading: Parameters<typeof executionName>[0] & { edit: string }, hash: string): string {
  return `${executionName(reading)} ${reading.edit} ${hash}`;
}
