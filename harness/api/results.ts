/** Everything that a finished run came to, parsed and typed: scores of executions, and the result of each analysis by its name. */
import { readResults as readKept } from "../analyses/read-results.ts";
import type { Results } from "../analyses/results.ts";
import { wholeRecord } from "../columns/score-records.ts";

export type { AnalysisResults } from "../analyses/registry.ts";
export type { Duration, Results } from "../analyses/results.ts";
export type { Configuration } from "../domain/names.ts";
export type { Score, ScoreRecord } from "../domain/records.ts";

/** Everything that a scored run came to. @throws UserError `run-directory` when it is not scored, or was by another version. */
export async function readResults(runDirectory: string): Promise<Results> {
  const results = await readKept(runDirectory);
  return { ...results, scores: results.scores.map(wholeRecord) };
}
