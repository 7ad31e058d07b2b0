import type { JudgeConfig } from "../../record/config/judges.ts";
import { makeOfflineJudge } from "../offline/judge.ts";
import type { JudgeMaker } from "./kind.ts";
import { promptAndForm } from "./llm.ts";

export const packetsMaker: JudgeMaker<Extract<JudgeConfig, { type: "packets" }>> = {
  make: ({ evaluator }, { thresholds, merged }) => makeOfflineJudge({ evaluator, thresholds, merged }),
  code: promptAndForm,
};
