import type { AnswerPair, JudgeCase } from "../../judges/judge.ts";

export interface EditContext {
  seed: number;
  /** The execution's name: each has its own random choices. */
  name: string;
  /** The judge's own model name, to sign an answer with. */
  judgeModel: string;
}

/** What a judge is shown: one answer to judge, or two to choose from. */
export type EditedCase = { type: "one"; case: JudgeCase } | { type: "pair"; pair: AnswerPair };

/** Null where the edit does not apply to the scenario. */
export type Edit = (judgeCase: JudgeCase, context: EditContext) => EditedCase | null;
