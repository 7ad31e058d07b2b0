import type { JudgeConfig, MetaJudgeConfig } from "../../record/config/judges.ts";
import { META_RUBRIC_VERSION, makeMetaRubric } from "../judges/rubric-meta.ts";
import { makePrimaryRubric, PRIMARY_RUBRIC_VERSION } from "../judges/rubric-primary.ts";
import { makeSecondRubric, SECOND_RUBRIC_VERSION } from "../judges/rubric-second.ts";
import type { JudgeMaker, MetaJudgeMaker } from "./kind.ts";

const RUBRICS = {
  primary: { make: makePrimaryRubric, version: PRIMARY_RUBRIC_VERSION },
  second: { make: makeSecondRubric, version: SECOND_RUBRIC_VERSION },
};

export const rubricMaker: JudgeMaker<Extract<JudgeConfig, { type: "rubric" }>> = {
  make: ({ rubric }, { thresholds }) => RUBRICS[rubric].make(thresholds),
  code: ({ rubric }) => ({ rubric: RUBRICS[rubric].version }),
};

export const rubricMetaMaker: MetaJudgeMaker<Extract<MetaJudgeConfig, { type: "rubric" }>> = {
  make: (_, { thresholds }) => makeMetaRubric(thresholds),
  code: () => ({ rubric: META_RUBRIC_VERSION }),
};
