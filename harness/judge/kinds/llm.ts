import type { JudgeConfig, MetaJudgeConfig } from "../../record/config/judges.ts";
import { toModelConfig } from "../../record/config/to-agent.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import type { Judge } from "../judges/judge.ts";
import { jsonSchemaOf } from "../judges/llm/form.ts";
import { makeLlmJudge } from "../judges/llm/judge.ts";
import { makeLlmMetaJudge, metaFormSchema } from "../judges/llm/meta-judge.ts";
import { makeLlmPairwiseJudge } from "../judges/llm/pairwise-judge.ts";
import { readPrompt } from "../judges/llm/prompts.ts";
import { repeatJudge } from "../judges/repeated.ts";
import type { JudgeCode, JudgeMaker, Making, MetaJudgeMaker } from "./kind.ts";

type Entry = Extract<JudgeConfig, { type: "llm" }>;

function options({ chain }: Pick<Entry, "chain">, { thresholds, environment }: Making) {
  return { chain: chain.map(toModelConfig), thresholds, environment };
}

function makeJudge(entry: Entry, making: Making): Judge {
  const { repeats = 1, combine = "majority" } = entry;
  const judging = (at: number) => makeLlmJudge({ ...options(entry, making), judging: at });
  const again = Array.from({ length: repeats - 1 }, (_, at) => judging(at + 1));
  const { thresholds } = making;
  return repeats === 1 ? judging(0) : repeatJudge([judging(0), ...again], { combine, thresholds });
}

/** Of whoever is shown the judge's prompt and fills in its form. */
export function promptAndForm(): JudgeCode {
  return { prompt: readPrompt("judge"), form: jsonSchemaOf(judgementSchema) };
}

export const llmMaker: JudgeMaker<Entry> = {
  make: makeJudge,
  makePairwise: (entry, making) => makeLlmPairwiseJudge(options(entry, making)),
  code: promptAndForm,
};

export const llmMetaMaker: MetaJudgeMaker<Extract<MetaJudgeConfig, { type: "llm" }>> = {
  make: (entry, making) => makeLlmMetaJudge(options(entry, making)),
  code: () => ({ prompt: readPrompt("meta"), form: jsonSchemaOf(metaFormSchema) }),
};
