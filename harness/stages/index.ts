import type { Stage } from "../dag/stage.ts";
import { makeBaselinesStage } from "./baselines/index.ts";
import { calibrateStage } from "./calibrate/index.ts";
import { makeExecuteStage } from "./execute/index.ts";
import { makeExtractStage } from "./extract/index.ts";
import { makeGenerateStage } from "./generate/index.ts";
import { judgeStage } from "./judge/index.ts";
import { metaJudgeStage } from "./meta-judge/index.ts";
import { plotsStage } from "./plots/index.ts";
import { reportStage } from "./report/index.ts";
import { scoreStage } from "./score/index.ts";
import type { Services } from "./services.ts";
import { systemOf } from "./system-of.ts";

/** The eight stages of the study, rankers without a model beside them, and the report, in order. */
export function makeStages(services: Services): Stage[] {
  return [
    makeGenerateStage(services),
    makeExecuteStage(services),
    makeExtractStage((configuration, context) => systemOf(configuration, { services, context })),
    judgeStage,
    calibrateStage,
    metaJudgeStage,
    makeBaselinesStage(services),
    scoreStage,
    plotsStage,
    reportStage,
  ];
}
