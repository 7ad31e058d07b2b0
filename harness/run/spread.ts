import { type Need, needsOf, type StageName } from "../dag/graph.ts";

/** A run whose executions are made by workers, over a queue. */
export interface Spread {
  /** PostgreSQL; may hold a password. */
  url: string;
  /** A worker that is silent for so long is dead. */
  takeOverSeconds: number;
}

/** What this process takes from outside for stages: workers have the models' keys themselves. */
export function needsHere(stages: readonly StageName[], spread: boolean): Need[] {
  return needsOf(stages).filter((need) => !(spread && need === "models"));
}
