import type { JudgeConfig, MetaJudgeConfig } from "../../record/config/judges/registry.ts";
import { toModelConfig } from "../../record/config/to-agent.ts";
import { judgementSchema } from "../../record/domain/records.ts";
import { jsonSchemaOf } from "../judges/llm/form.ts";
import { makeLlmJudge } from "../judges/llm/judge.ts";
import { makeLlmMetaJudge, metaFormSchema } from "../judges/llm/meta-judge.ts";
import { makeLlmPairwiseJudge } from "../judges/llm/pairwise-judge.ts";
import { readPrompt } from "../judges/llm/prompts.ts";
import type { JudgeCode, JudgeMaker, Making, MetaJudgeMaker } from "./kind.ts";

type Entry = Extract<JudgeConfig, { type: "llm" }>;

function options({ chain }: Entry, { thresholds, environment }: Making) {
  return { chain: chain.map(toModelConfig), thresholds, environment };
}

/** Of whoever is shown the judge's prompt and fills in its form. */
export function promptAndForm(): JudgeCode {
  return [readPrompt("judge"), jsonSchemaOf(judgementSchema)];
}

export const llmMaker: JudgeMaker<Entry> = {
  make: (entry, making) => makeLlmJudge(options(entry, making)),
  makePairwise: (entry, making) => makeLlmPairwiseJudge(options(entry, making)),
  code: promptAndForm,
};

export const llmMetaMaker: MetaJudgeMaker<Extract<MetaJudgeConfig, { type: "llm" }>> = {
  make: (entry, making) => makeLlmMetaJudge(options(entry, making)),
  code: () => [readPrompt("meta"), jsonSchemaOf(metaFormSchema)],
};
