import type { Effects } from "../../record/effects.ts";
import type { Judge, JudgeThresholds, MetaJudge, PairwiseJudge } from "../judges/judge.ts";
import type { MergedAnswer } from "../offline/store.ts";

/** What every judge is made with. */
export interface Making {
  thresholds: JudgeThresholds;
  environment: Effects["environment"];
  /** Answers of an offline judge, by judging task. */
  merged: ReadonlyMap<string, MergedAnswer>;
}

/** What decides verdicts besides the configuration, each part by what a person calls it: a rubric's version, a prompt. */
export type JudgeCode = Readonly<Record<string, unknown>>;

/** How judges of a kind are made; what is known of one without asking it stands in `harness/record/config/judges`. */
export interface JudgeMaker<Entry> {
  make(entry: Entry, making: Making): Judge;
  /** Absent: the judge's scores of both answers are compared. */
  makePairwise?(entry: Entry, making: Making): PairwiseJudge;
  code(entry: Entry): JudgeCode;
}

export interface MetaJudgeMaker<Entry> {
  make(entry: Entry, making: Making): MetaJudge;
  code(): JudgeCode;
}
