import type { StageName } from "../dag/stage.ts";
import type { Need } from "./index.ts";

/** What each stage takes from outside the run directory. */
const STAGE_NEEDS: Readonly<Record<StageName, readonly Need[]>> = {
  generate: ["substrate", "scenarios"],
  execute: ["substrate", "models", "subjects"],
  extract: ["substrate", "subjects"],
  judge: ["primary"],
  calibrate: ["calibration"],
  "meta-judge": ["meta"],
  baselines: ["substrate", "primary"],
  score: [],
  plots: [],
  report: [],
};

export function needsOf(stages: readonly StageName[]): Need[] {
  return [...new Set(stages.flatMap((stage) => STAGE_NEEDS[stage]))];
}
