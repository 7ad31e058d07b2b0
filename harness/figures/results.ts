import type { JudgeAnalysis, JudgeProbes } from "../domain/judge-summary.ts";
import type { Configuration } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type {
  BaselineSummary,
  Differences,
  FactorEffects,
  Ranking,
  RiskCoverage,
  Summary,
  Trend,
  VarianceDecomposition,
} from "../domain/summary.ts";

/** Wall-clock time of one execution that ran. Kept apart from the scores: it differs between equal runs. */
export interface Duration extends Configuration {
  seconds: number;
  outcome: string;
}

/** Executions that pass when another share of expected entities is asked for. `threshold` and `reference` in percent. */
export interface EntityThreshold {
  threshold: number;
  passes: number;
  pass_rate: number | null;
  delta: number;
  n: number;
}

/** What figures are drawn from: the files of `metrics/`, and the times. */
export interface Results {
  summary: Summary;
  baselines: readonly BaselineSummary[];
  judge: JudgeAnalysis;
  rankings: readonly Ranking[];
  factors: readonly FactorEffects[];
  differences: readonly Differences[];
  probes: readonly JudgeProbes[];
  variance: readonly VarianceDecomposition[];
  risk: readonly RiskCoverage[];
  trends: readonly Trend[];
  /** `metrics/tables/entity_threshold.json`. */
  entityThreshold: readonly EntityThreshold[];
  scores: readonly ScoreRecord[];
  durations: readonly Duration[];
  syntheticCorpus: boolean;
}
