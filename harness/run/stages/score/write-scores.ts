import { type CsvCell, toCsvPieces } from "../../../print/csv.ts";
import { type FactorialConfig, levelsOf } from "../../../record/config/factors/cells.ts";
import { type Configuration, executionName, keyOf } from "../../../record/domain/names.ts";
import type { Scored } from "../../../results/analyses/scored.ts";
import { isNotApplicable } from "../../../results/metrics/execution/metric.ts";
import { EXECUTION_METRIC_NAMES } from "../../../results/metrics/execution/registry.ts";
import { type ScoredExecution, scoreOf } from "../../../results/metrics/scored-execution.ts";
import { levelFilter } from "../../../results/selection/filters.ts";

const KEY_COLUMNS = ["scenario_id", "model", "workflow", "knowledge", "repeat"] as const;
const SCENARIO_COLUMNS = ["family", "complexity", "answerable", "outcome", "reason"] as const;
const CUT_OFF_COLUMN = "answers_cut_off";

/** Files with lines for each execution are made a configuration at a time. */
type Groups = readonly { executions: readonly ScoredExecution[] }[];

/** `metrics/scores.jsonl`: one record per expected execution. */
export function* scoresJsonLines(groups: Groups): Generator<string> {
  for (const { executions } of groups) yield executions.map(({ record }) => `${JSON.stringify(record)}\n`).join("");
}

/** `metrics/baseline_scores.jsonl`: the same scores of the rankers without a model, by their names. */
export function* baselineScoresJsonLines(baselines: Scored["baselines"]): Generator<string> {
  for (const { name, executions } of baselines)
    yield executions
      .map(({ record: { model: _model, workflow: _workflow, knowledge: _mode, repeat: _repeat, ...facts } }) => facts)
      .map((facts) => `${JSON.stringify({ baseline: name, ...facts })}\n`)
      .join("");
}

/** `metrics/per_execution.csv`: one line per expected execution, a column `f.<factor>` for each further factor of the run, an empty cell where the metric is unscored. */
export function perExecutionCsv(groups: Groups, config: FactorialConfig): Generator<string> {
  const factors = (config.factors ?? []).map(({ name }) => name);
  const columns = [...KEY_COLUMNS, ...factors.map(levelFilter), ...SCENARIO_COLUMNS, CUT_OFF_COLUMN];
  const toRow = ({ record, answersCutOff }: ScoredExecution) => [
    ...KEY_COLUMNS.map((column) => record[column]),
    ...levelCells(record),
    ...SCENARIO_COLUMNS.map((column) => record[column] ?? null),
    answersCutOff ?? null,
    ...EXECUTION_METRIC_NAMES.map((metric) => scoreOf(record, metric).value),
  ];
  // A factor that does not apply has no level: its cell is empty.
  function levelCells(record: Configuration): CsvCell[] {
    const levels = levelsOf(config, record);
    return factors.map((factor) => levels.get(factor) ?? null);
  }
  return toCsvPieces(
    [...columns, ...EXECUTION_METRIC_NAMES],
    rowsOf(groups, (execution) => [toRow(execution)]),
  );
}

/** `metrics/functional.jsonl`: why the functional verdict is what it is, one record per execution with a trace. */
export function* functionalJsonLines(groups: Groups): Generator<string> {
  for (const { executions } of groups)
    yield executions
      .flatMap(({ record, functional }) => (functional ? [{ ...keyOf(record), criteria: functional }] : []))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join("");
}

/**
 * `metrics/unscored.csv`: why each empty cell is empty. `applies` is false where the metric is not about such scenarios,
 * so that nothing is missing.
 */
export function unscoredCsv(groups: Groups): Generator<string> {
  const toRows = ({ record }: ScoredExecution) =>
    EXECUTION_METRIC_NAMES.flatMap((metric) => {
      const { value, reason } = scoreOf(record, metric);
      return value === null ? [[executionName(record), metric, reason ?? "", !isNotApplicable(reason)]] : [];
    });
  return toCsvPieces(["key", "metric", "reason", "applies"], rowsOf(groups, toRows));
}

function* rowsOf(groups: Groups, toRows: (execution: ScoredExecution) => CsvCell[][]): Generator<CsvCell[][]> {
  for (const { executions } of groups) yield executions.flatMap(toRows);
}
