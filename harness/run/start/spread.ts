import type { PackedSnapshots } from "../../dag/worker-pool.ts";
import { type Need, needsOf, type StageName } from "../../record/run-directory/graph.ts";

/** A run whose executions are made by workers, over a queue. */
export interface Spread {
  /** PostgreSQL; may hold a password. */
  url: string;
  /** A worker that is silent for so long is dead. */
  takeOverSeconds: number;
  /** Its share of the workers, against other runs'. */
  weight: number;
  /** Where workers find the snapshot. Default: in the queue's database. */
  store?: PackedSnapshots | undefined;
}

const SPREAD_STAGES: readonly StageName[] = ["execute", "judge", "calibrate", "meta-judge", "baselines"];

/** Whether workers make what a stage needs: judgements only where a language model judges. */
export function isSpread(stage: StageName): boolean {
  return SPREAD_STAGES.includes(stage);
}

const JUDGES: readonly Need[] = ["primary", "calibration", "meta"];

/** What this process takes from outside for stages: workers have the keys of models and judges themselves. */
export function needsHere(stages: readonly StageName[], spread: boolean): Need[] {
  const needs = needsOf(stages);
  if (!spread) return needs;
  const judged = needs.some((need) => JUDGES.includes(need));
  const here = needs.filter((need) => need !== "models" && !JUDGES.includes(need));
  return judged ? [...here, "families"] : here;
}
