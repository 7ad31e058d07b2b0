import type { JudgeConfig, MetaJudgeConfig } from "../../record/config/judges.ts";
import type { JudgeMaker, MetaJudgeMaker } from "./kind.ts";
import { llmMaker, llmMetaMaker } from "./llm.ts";
import { packetsMaker } from "./packets.ts";
import { rubricMaker, rubricMetaMaker } from "./rubric.ts";

const MAKERS: { [Type in JudgeConfig["type"]]: JudgeMaker<Extract<JudgeConfig, { type: Type }>> } = {
  rubric: rubricMaker,
  llm: llmMaker,
  packets: packetsMaker,
};

const META_MAKERS: { [Type in MetaJudgeConfig["type"]]: MetaJudgeMaker<Extract<MetaJudgeConfig, { type: Type }>> } = {
  rubric: rubricMetaMaker,
  llm: llmMetaMaker,
};

export function makerOf({ type }: JudgeConfig): JudgeMaker<JudgeConfig> {
  return MAKERS[type] as JudgeMaker<JudgeConfig>;
}

export function metaMakerOf({ type }: MetaJudgeConfig): MetaJudgeMaker<MetaJudgeConfig> {
  return META_MAKERS[type] as MetaJudgeMaker<MetaJudgeConfig>;
}
