import { isBlank } from "../../../base/blank.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { timeStamp } from "../junit/history.ts";
import { outcomeOfStatus } from "../junit/outcome.ts";
import type { SourceTable } from "./read-tables.ts";

/** Of its cells, so many are words for outcomes: others may be unknown. */
const MOST_OUTCOMES = 0.7;

/**
 * Outcome and time of executions by their cells, where a table has the one by its name and not the other, or neither and ids
 * that repeat: `Result` beside `Executed at`, `Status` beside `Run start`. Times of records (`Created`) stand beside no outcomes.
 */
export function withExecutions(
  guessed: ReadonlyMap<string, ColumnRole>,
  { table: { header, rows }, said }: { table: SourceTable; said: Readonly<Record<string, ColumnRole>> },
): Map<string, ColumnRole> {
  const roles = new Map(guessed);
  const has = (role: ColumnRole) => [...roles.values()].includes(role);
  const cellsOf = (name: string) =>
    rows.map(({ cells }) => cells[header.indexOf(name)] ?? "").filter((cell) => !isBlank(cell));
  const share = (name: string, holds: (cell: string) => boolean) =>
    cellsOf(name).filter(holds).length / Math.max(1, cellsOf(name).length);
  const free = header.filter(
    (name) => !Object.hasOwn(said, name) && /^(?:attribute|step_result)$/.test(roles.get(name) ?? ""),
  );
  const only = (names: readonly string[], role: ColumnRole) => {
    if (names.length === 1) roles.set(names[0]!, role);
  };
  const isRun = (name: string) => share(name, (cell) => outcomeOfStatus(cell) !== null) >= MOST_OUTCOMES;
  const isTime = (name: string) => share(name, (cell) => timeStamp(cell) !== null) === 1;
  const times = free.filter(isTime);
  const ids = header.filter((name) => roles.get(name) === "id").flatMap(cellsOf);
  const repeats = new Set(ids).size < ids.length;
  if (has("step")) return roles;
  if (!has("outcome") && (has("executed") || (repeats && times.length === 1))) only(free.filter(isRun), "outcome");
  if (has("outcome") && !has("executed") && repeats) only(times, "executed");
  return roles;
}
