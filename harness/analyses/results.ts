import type { Configuration } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type { AnalysisResults } from "./registry.ts";

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
