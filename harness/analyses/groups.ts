import { configurationName, executionName } from "../domain/names.ts";
import type { BreakdownRow } from "../domain/summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";

/**
 * `metrics/groups.json`: the executions behind every aggregate of `summary.json`, by the group's name: `overall`, a configuration,
 * `<configuration>/family/<level>`, `<configuration>/complexity/<level>`. Of a group, a metric counts those that `scores.jsonl`
 * has a value for; `unscored.csv` says why the others have none.
 */
export function groupsOf(executions: readonly ScoredExecution[]): Record<string, string[]> {
  const groups: Record<string, string[]> = { overall: [] };
  for (const { record } of executions) {
    const configuration = configurationName(record);
    const breakdowns = (["family", "complexity"] satisfies BreakdownRow["by"][]).map(
      (by) => `${configuration}/${by}/${record[by]}`,
    );
    for (const name of ["overall", configuration, ...breakdowns]) {
      groups[name] ??= [];
      groups[name].push(executionName(record));
    }
  }
  return groups;
}
