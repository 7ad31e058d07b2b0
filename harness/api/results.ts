/** Everything that a finished run came to, parsed and typed: scores of executions, and the result of each analysis by its name. */

import { wholeRecord } from "../record/scores/score-records.ts";
import { readResults as readKept } from "../results/analyses/read-results.ts";
import type { Results } from "../results/analyses/results.ts";

export type { Configuration } from "../record/domain/names.ts";
export type { Score, ScoreRecord } from "../record/domain/records.ts";
export type { AnalysisResults } from "../results/analyses/registry.ts";
export type { Duration, Results } from "../results/analyses/results.ts";

/** Everything that a scored run came to. @throws UserError `run-directory` when it is not scored, or was by another version. */
export async function readResults(runDirectory: string): Promise<Results> {
  const results = await readKept(runDirectory);
  return { ...results, scores: results.scores.map(wholeRecord) };
}
