import type { Stage } from "../../dag/stage.ts";
import { STAGE_NAMES, type StageName } from "../../record/run-directory/graph.ts";
import { plotsStage } from "../../show/plots/index.ts";
import { reportStage } from "../../show/report/index.ts";
import { baselinesStage } from "./baselines/index.ts";
import { calibrateStage } from "./calibrate/index.ts";
import { executeStage } from "./execute/index.ts";
import { extractStage } from "./extract/index.ts";
import { generateStage } from "./generate/index.ts";
import { judgeStage } from "./judge/index.ts";
import { metaJudgeStage } from "./meta-judge/index.ts";
import { scoreStage } from "./score/index.ts";

const BY_NAME: Readonly<Record<StageName, Stage>> = {
  generate: generateStage,
  execute: executeStage,
  extract: extractStage,
  judge: judgeStage,
  calibrate: calibrateStage,
  "meta-judge": metaJudgeStage,
  baselines: baselinesStage,
  score: scoreStage,
  plots: plotsStage,
  report: reportStage,
};

/** The eight stages of the study, rankers without a model beside them, and the report, each after those that it reads from. */
export const STAGES: readonly Stage[] = STAGE_NAMES.map((name) => BY_NAME[name]);
