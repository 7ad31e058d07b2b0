import { type Configuration, executionName } from "../domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { median, quantile } from "../statistics/basics/describe.ts";
import { toCsv } from "../tables/csv.ts";
import type { ScoredConfiguration } from "./summary.ts";

/** metrics/timing.json: everything that depends on the wall clock, and so differs between equal runs. */
export interface Timing {
  configurations: (Configuration & {
    /** Executions that ran. */
    n: number;
    median_ms: number | null;
    p95_ms: number | null;
    max_ms: number | null;
    total_ms: number;
  })[];
}

export function analyseTiming(configurations: readonly ScoredConfiguration[]): Timing {
  return {
    configurations: configurations.map(({ configuration, executions }) => {
      const durations = executions.flatMap(({ timing }) => (timing ? [timing.duration_ms] : []));
      return {
        ...configuration,
        n: durations.length,
        median_ms: median(durations),
        p95_ms: quantile(durations, 0.95),
        max_ms: quantile(durations, 1),
        total_ms: durations.reduce((total, duration) => total + duration, 0),
      };
    }),
  };
}

/** `metrics/timing.csv`: one line per execution that ran. */
export function timingCsv(executions: readonly ScoredExecution[]): string {
  const rows = executions.flatMap(({ record, timing }) =>
    timing ? [[executionName(record), record.outcome, timing.started_at, timing.duration_ms, timing.turns.length]] : [],
  );
  return toCsv(["key", "outcome", "started_at", "duration_ms", "turns"], rows);
}
