/** Everything that a finished run came to, parsed and typed: scores of executions, and the result of each analysis by its name. */
export { readResults } from "../analyses/read-results.ts";
export type { AnalysisResults } from "../analyses/registry.ts";
export type { Duration, Results } from "../analyses/results.ts";
export type { Configuration } from "../domain/names.ts";
export type { Score, ScoreRecord } from "../domain/records.ts";
