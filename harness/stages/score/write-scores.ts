import { executionName } from "../../domain/names.ts";
import { isNotApplicable } from "../../metrics/execution/metric.ts";
import { EXECUTION_METRIC_NAMES } from "../../metrics/execution/registry.ts";
import { type ScoredExecution, scoreOf } from "../../metrics/scored-execution.ts";
import { toCsv } from "../../tables/csv.ts";

const KEY_COLUMNS = ["scenario_id", "model", "workflow", "knowledge", "repeat"] as const;
const SCENARIO_COLUMNS = ["family", "complexity", "answerable", "outcome"] as const;

/** `metrics/scores.jsonl`: one record per expected execution. */
export function scoresJsonLines(executions: readonly ScoredExecution[]): string {
  return executions.map(({ record }) => `${JSON.stringify(record)}\n`).join("");
}

/** `metrics/per_execution.csv`: one line per expected execution, an empty cell where the metric is unscored. */
export function perExecutionCsv(executions: readonly ScoredExecution[]): string {
  const rows = executions.map(({ record }) => [
    ...KEY_COLUMNS.map((column) => record[column]),
    ...SCENARIO_COLUMNS.map((column) => record[column]),
    ...EXECUTION_METRIC_NAMES.map((metric) => scoreOf(record, metric).value),
  ]);
  return toCsv([...KEY_COLUMNS, ...SCENARIO_COLUMNS, ...EXECUTION_METRIC_NAMES], rows);
}

/**
 * `metrics/unscored.csv`: why each empty cell is empty. `applies` is false where the metric is not about such scenarios,
 * so that nothing is missing.
 */
export function unscoredCsv(executions: readonly ScoredExecution[]): string {
  const rows = executions.flatMap(({ record }) =>
    EXECUTION_METRIC_NAMES.flatMap((metric) => {
      const { value, reason } = scoreOf(record, metric);
      return value === null ? [[executionName(record), metric, reason ?? "", !isNotApplicable(reason)]] : [];
    }),
  );
  return toCsv(["key", "metric", "reason", "applies"], rows);
}
