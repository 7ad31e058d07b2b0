import type { Configuration } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type { BaselineSummary, FactorEffects, JudgeAnalysis, Ranking, Summary } from "../domain/summary.ts";

/** Wall-clock time of one execution that ran. Kept apart from the scores: it differs between equal runs. */
export interface Duration extends Configuration {
  seconds: number;
  outcome: string;
}

/** What figures are drawn from: the files of `metrics/`, and the times. */
export interface Results {
  summary: Summary;
  baselines: readonly BaselineSummary[];
  judge: JudgeAnalysis;
  rankings: readonly Ranking[];
  factors: readonly FactorEffects[];
  scores: readonly ScoreRecord[];
  durations: readonly Duration[];
  syntheticCorpus: boolean;
}
