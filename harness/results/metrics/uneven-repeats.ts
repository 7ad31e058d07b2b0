import { grouped } from "../../../base/grouped.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ScoredExecution } from "./scored-execution.ts";

/** Every metric of a group asks anew. */
const known = new WeakMap<readonly ScoredExecution[], boolean>();

/** Whether some configurations were executed more often than others, so that a mean over executions would be theirs above all. */
export function areUneven(executions: readonly ScoredExecution[]): boolean {
  const found = known.get(executions) ?? haveUnevenCells(executions);
  known.set(executions, found);
  return found;
}

function haveUnevenCells(executions: readonly ScoredExecution[]): boolean {
  if (executions.every(({ record }) => record.repeat === 0)) return false;
  const ofCells = [...byCell(executions).values()].map(({ length }) => length);
  return ofCells.some((length) => length !== ofCells[0]);
}

/** One value for each configuration and scenario: the mean of its executions that have one. */
export function cellMeans(
  executions: readonly ScoredExecution[],
  read: (execution: ScoredExecution) => number | null,
): { value: number; of: ScoredExecution }[] {
  return [...byCell(executions).values()].flatMap((own) => {
    const value = mean(own.flatMap((execution) => read(execution) ?? []));
    return value === null ? [] : [{ value, of: own[0]! }];
  });
}

function byCell(executions: readonly ScoredExecution[]): Map<string, ScoredExecution[]> {
  return grouped(executions, ({ record }) => `${configurationName(record)} ${record.scenario_id}`);
}
