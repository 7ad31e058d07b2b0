import { hashOf } from "../../../base/hash.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import { makeJudgeInput, renderJudgeInput } from "../judges/input.ts";
import type { JudgeCase, JudgeThresholds } from "../judges/judge.ts";
import { jsonSchemaOf } from "../judges/llm/form.ts";
import { fillThresholds, readPrompt } from "../judges/llm/prompts.ts";

/** One question for an offline judge. */
export interface JudgingTask {
  /** Names the question: a hash of the instructions, the form and the text. Another text is another judging task. */
  packet: string;
  /** What a language model would get as the user's message. */
  user: string;
}

/** What is the same for all judging tasks of a run. */
export interface JudgingForm {
  instructions: string;
  schema: Record<string, unknown>;
}

export function judgingForm(thresholds: JudgeThresholds): JudgingForm {
  return { instructions: fillThresholds(readPrompt("judge"), thresholds), schema: jsonSchemaOf(judgementSchema) };
}

export function makeJudgingTask(judgeCase: JudgeCase, form: JudgingForm): JudgingTask {
  const user = renderJudgeInput(makeJudgeInput(judgeCase));
  return { packet: hashOf([form, user]).slice(0, 24), user };
}
