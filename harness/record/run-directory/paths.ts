import { join } from "node:path";

/** Every path of a run directory, relative to its root. The layout is explained in `runs/README.md`. */
export const RUN_PATHS = {
  manifest: "manifest.json",
  config: "run_config.json",
  scenarios: "scenarios.yaml",
  corpusIds: "corpus_ids.jsonl",
  patterns: "patterns.json",
  lock: "run.lock",
  concurrency: "concurrency.jsonl",
  progress: "progress.json",
  live: "live",
  spent: "spent.jsonl",
  state: "state",
  externalAgentState: "state_subjects",
  rawOutput: "raw_output",
  workerTraces: "worker_traces",
  replaced: "raw_output_replaced",
  extractions: "extractions",
  prompts: "prompts",
  verdicts: "verdicts",
  calibration: "verdicts_calibration",
  meta: "verdicts_meta",
  probes: "verdicts_probes",
  offlineJudging: "packets",
  primaryAnswers: "packets/primary/merged.jsonl",
  calibrationAnswers: "packets/calibration/merged.jsonl",
  preferences: "preferences",
  ratings: "ratings",
  baselines: "baselines",
  benchmark: "benchmark",
  metrics: "metrics",
  scores: "metrics/scores.jsonl",
  baselineScores: "metrics/baseline_scores.jsonl",
  perExecution: "metrics/per_execution.csv",
  unscored: "metrics/unscored.csv",
  functional: "metrics/functional.jsonl",
  scored: "metrics/scored.jsonl",
  times: "metrics/timing.csv",
  tables: "metrics/tables",
  trec: "exports/trec",
  comparison: "comparison.json",
  baselineExecutions: "comparison_executions.jsonl",
  pages: "pages",
  notebooks: "notebooks",
  plots: "plots",
  report: "report",
} as const;

export type RunPath = keyof typeof RUN_PATHS;

/** Paths of artifacts, relative to the run's root. */
export function pathsOf(artifacts: readonly RunPath[]): string[] {
  return artifacts.map((artifact) => RUN_PATHS[artifact]);
}

/** Absolute path of a part of a run. */
export function runPath(runDirectory: string, part: RunPath, ...rest: string[]): string {
  return join(runDirectory, RUN_PATHS[part], ...rest);
}
