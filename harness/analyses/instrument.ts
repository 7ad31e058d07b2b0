import type { Config } from "../config/schema.ts";
import type { JudgeProbes } from "../domain/judge-summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { analyseRatings } from "../ratings/analyse.ts";
import type { Rating } from "../ratings/rating.ts";
import { readRatings } from "../ratings/store.ts";
import { correctJudge } from "./judge-correction.ts";
import { countFaults } from "./judge-faults.ts";
import { analyseRunProbes } from "./judge-probes.ts";
import { recordMetaJudge } from "./meta-judge.ts";

/** What is known about the judges besides their verdicts. */
export interface InstrumentRecords {
  probes: JudgeProbes[];
  ratings: Rating[];
}

export async function readInstrument(run: {
  runDirectory: string;
  config: Config;
  signal: AbortSignal;
}): Promise<InstrumentRecords> {
  return { probes: await analyseRunProbes(run), ratings: await readRatings(run.runDirectory) };
}

/** The judge as a measuring device: the files of `metrics/` that say how it errs, by name. */
export function instrumentFiles(
  executions: readonly ScoredExecution[],
  { probes, ratings, config }: InstrumentRecords & { config: Config },
): Record<string, unknown> {
  return {
    "judge_faults.json": countFaults(executions, config.max_unscored_rate),
    "judge_probes.json": probes,
    "judge_correction.json": correctJudge(executions, ratings),
    "meta_judge.json": recordMetaJudge(executions),
    "human.json": analyseRatings(executions, ratings),
  };
}
