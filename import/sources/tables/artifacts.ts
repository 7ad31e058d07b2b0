import { parseDecimal } from "../../../base/blank.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { durationSeconds, historyOf, type TestExecution, timeStamp } from "../junit/history.ts";
import { outcomeOfStatus } from "../junit/outcome.ts";
import { plainText } from "../text/markup.ts";
import type { SourceRow } from "./grid.ts";
import type { RoledTable, TableRecord } from "./records.ts";

/** Ids that are plain numbers get their type before them: `test_case-7`. They would be found in any prose, and types share them. */
export function idOf(raw: string, type: string): string {
  const id = raw.replace(/\s+/g, " ").trim();
  return /^\d+$/.test(id) ? `${type}-${id}` : id;
}

/** A record as an artifact. Steps become numbered lines of its text. */
export function artifactOf(table: RoledTable, { rawId, type, rows, steps: told = [] }: TableRecord): Artifact {
  const first = rows[0] as SourceRow;
  const titles = table.cells(first, "title");
  const preconditions = table.cells(first, "precondition");
  const steps = [...rows.map((row) => ({ table, row })), ...told].flatMap(({ table: own, row }) => stepOf(own, row));
  // A row that goes on with a record goes on with its text.
  const more = rows.slice(1);
  const [name, ...lines] = titles.join("\n").split("\n") as [string, ...string[]];
  const text = [
    ...lines.map(plainText),
    ...table.cells(first, "text").map(plainText),
    ...[...new Set(more.flatMap((row) => [...table.cells(row, "title"), ...table.cells(row, "text")]))]
      .filter((said) => ![...titles, ...table.cells(first, "text")].includes(said))
      .map(plainText),
    ...preconditions.map((precondition) => `Precondition: ${plainText(precondition)}`),
    ...(steps.length === 1 ? steps : steps.map((step, at) => `${at + 1}. ${step}`)),
  ].join("\n");
  const title = name || ((text || idOf(rawId, type)).split("\n")[0] as string);
  return {
    id: idOf(rawId, type),
    type,
    title,
    text: text || title,
    meta: {
      ...metaOf(table, { first, steps: steps.length }),
      ...(table.isLog ? historyOf(executionsOf(table, rows)) : {}),
    },
  };
}

/** Oldest first. What has no outcome was not made; one of an unknown word is left out, and told. */
function executionsOf(table: RoledTable, rows: readonly SourceRow[]): TestExecution[] {
  return rows.toReversed().flatMap((row) => {
    const [said] = table.cells(row, "outcome");
    const outcome = said === undefined ? "SKIP" : outcomeOfStatus(said);
    const at = timeStamp(table.cells(row, "executed")[0] ?? "");
    return outcome === null ? [] : [{ outcome, at, time: secondsOf(table.cells(row, "time")[0] ?? "") }];
  });
}

/** Outcomes of executions that are no known words, each with how often it is said. */
export function unknownOutcomes(table: RoledTable): ReadonlyMap<string, number> {
  const unknown = new Map<string, number>();
  for (const row of table.isLog ? table.table.rows : [])
    for (const said of table.cells(row, "outcome").slice(0, 1))
      if (outcomeOfStatus(said) === null) unknown.set(said, (unknown.get(said) ?? 0) + 1);
  return unknown;
}

/** Cells of rows that go on with a record in which its first row says something else, of roles that take one value. */
export function valuesLeftOut(
  table: RoledTable,
  { rows: [first, ...more] }: TableRecord,
): { row: SourceRow; column: string }[] {
  if (table.isLog || first === undefined) return [];
  const columns = ["attribute", "suite", "time", "outcome", "precondition"].flatMap((role) =>
    table.columnsOf(role as ColumnRole),
  );
  return more.flatMap((row) =>
    columns
      .filter((name) => !["", table.cell(first, name)].includes(table.cell(row, name)))
      .map((column) => ({ row, column })),
  );
}

function secondsOf(text: string): number | null {
  const seconds = parseDecimal(text) ?? durationSeconds(text);
  return seconds !== null && seconds >= 0 ? seconds : null;
}

function stepOf(table: RoledTable, row: SourceRow): string[] {
  const action = table.cells(row, "step").map(plainText).join("\n");
  const data = table.cells(row, "step_data").map(plainText).join("\n");
  const result = table.cells(row, "step_result").map(plainText).join("\n");
  const parts = [action, data && `Data: ${data}`, result && `Expected: ${result}`].filter((part) => part !== "");
  return parts.length === 0 ? [] : [parts.join("\n")];
}

function metaOf(table: RoledTable, { first, steps }: { first: SourceRow; steps: number }): Record<string, unknown> {
  const attributes = table
    .columnsOf("attribute")
    .map((name) => [name, table.cell(first, name)] as const)
    .filter(([, value]) => value !== "");
  const suite = suitePath(table, table.cells(first, "suite")[0] ?? "");
  const [status] = table.cells(first, "outcome");
  const outcome = status === undefined ? null : outcomeOfStatus(status);
  const time = secondsOf(table.cells(first, "time")[0] ?? "");
  return {
    ...Object.fromEntries(attributes),
    ...(suite ? { suite } : {}),
    ...(outcome ? { last_outcome: outcome } : status ? { run_status: status } : {}),
    ...(time !== null ? { time_s: time } : {}),
    ...(steps > 0 ? { steps } : {}),
  };
}

/** Names of the suites from the top, where the tool lists suites in rows of their own; suites in a circle end at the first repeat. */
function suitePath(table: RoledTable, suite: string): string {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at = suite; at !== "" && !seen.has(at); at = table.suites.get(at)?.parent ?? "") {
    seen.add(at);
    path.unshift(table.suites.get(at)?.name ?? at);
  }
  return path.join(" / ");
}
