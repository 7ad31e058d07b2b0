import { type Configuration, configurationOf } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import type { AnalysisResults } from "./registry.ts";
import type { Scored } from "./scored.ts";

/** Wall-clock time of one execution that ran. Kept apart from the scores: it differs between equal runs. */
export interface Duration extends Configuration {
  seconds: number;
  outcome: string;
}

/** What a scored run came to: the result of each analysis by its name, the scores, the times. A number that is drawn is in one of these. */
export interface Results extends AnalysisResults {
  scores: readonly ScoreRecord[];
  durations: readonly Duration[];
  syntheticCorpus: boolean;
}

/** The same without the files of a run. */
export function withScores(results: AnalysisResults, { executions, syntheticCorpus }: Scored): Results {
  const durations = executions.flatMap(({ record, timing }) =>
    timing ? [{ ...configurationOf(record), outcome: record.outcome, seconds: timing.duration_ms / 1000 }] : [],
  );
  // Into the same object: a copy would ask for every result.
  return Object.assign(results, { scores: executions.map(({ record }) => record), durations, syntheticCorpus });
}
