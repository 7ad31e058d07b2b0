import { type Configuration, executionName } from "../../domain/names.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";
import { median, quantile } from "../../statistics/basics/describe.ts";
import { toCsv } from "../../tables/csv.ts";
import type { ScoredConfiguration } from "./summarize.ts";

/** Cutoffs of the study's table of passes retained, in seconds. */
const CUTOFFS_S = [60, 120, 180, 240, 300] as const;

/** metrics/timing.json: everything that depends on the wall clock, and so differs between equal runs. */
export interface Timing {
  configurations: (Configuration & {
    /** Executions that ran. */
    n: number;
    medianMs: number | null;
    p95Ms: number | null;
    maxMs: number | null;
    totalMs: number;
  })[];
  /** Of the passes of a model, how many took at most this long: the study's table 4.1. */
  passesRetained: { model: string; passes: number; cutoffSeconds: number; retained: number }[];
}

export function analyseTiming(configurations: readonly ScoredConfiguration[]): Timing {
  return {
    configurations: configurations.map(({ configuration, executions }) => {
      const durations = executions.flatMap(({ timing }) => (timing ? [timing.duration_ms] : []));
      return {
        ...configuration,
        n: durations.length,
        medianMs: median(durations),
        p95Ms: quantile(durations, 0.95),
        maxMs: quantile(durations, 1),
        totalMs: durations.reduce((total, duration) => total + duration, 0),
      };
    }),
    passesRetained: retained(configurations),
  };
}

/** `metrics/timing.csv`: one line per execution that ran. */
export function timingCsv(executions: readonly ScoredExecution[]): string {
  const rows = executions.flatMap(({ record, timing }) =>
    timing ? [[executionName(record), record.outcome, timing.started_at, timing.duration_ms, timing.turns.length]] : [],
  );
  return toCsv(["key", "outcome", "started_at", "duration_ms", "turns"], rows);
}

function retained(configurations: readonly ScoredConfiguration[]): Timing["passesRetained"] {
  const models = [...new Set(configurations.map(({ configuration }) => configuration.model))];
  return models.flatMap((model) => {
    const passes = configurations
      .filter(({ configuration }) => configuration.model === model)
      .flatMap(({ executions }) => executions)
      .filter((execution) => scoreValue(execution, "pass") === 1);
    return CUTOFFS_S.map((cutoffSeconds) => ({
      model,
      passes: passes.length,
      cutoffSeconds,
      retained: passes.filter(({ timing }) => timing !== null && timing.duration_ms <= cutoffSeconds * 1000).length,
    }));
  });
}
