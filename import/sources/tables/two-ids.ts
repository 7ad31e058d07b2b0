import { isBlank } from "../../../base/blank.ts";
import { guessRole, snakeCase } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { splitIds } from "../references.ts";
import { guessColumns, isPosition } from "./column-roles.ts";
import type { SourceRow } from "./grid.ts";
import type { SourceTable } from "./read-tables.ts";

/** The columns of a table that names a test and what it is of in each row: `Requirement ID | Requirement | Test Case ID | Steps`. */
interface TwoIds {
  item: string;
  test: string;
  /** What the names call both, without the word for an id. */
  labels: { item: string; test: string };
  /** True of a column that tells of the item. */
  isOfItem(name: string): boolean;
}

/** Null: the header does not name the ids of both, each once. */
export function twoIds(header: readonly string[]): TwoIds | null {
  const ids = header.filter((name) => guessColumns([name]).get(name) === "id" && !isPosition(name));
  const of = (role: string) => ids.filter((name) => guessRole(stemOf(name)).role === role);
  const [items, tests] = [of("backlog_item"), of("test_case")];
  const [item, test] = [items[0], tests[0]];
  if (item === undefined || test === undefined || items.length + tests.length > 2) return null;
  const [itemAt, testAt] = [header.indexOf(item), header.indexOf(test)];
  const begins = (name: string, id: string) => snakeCase(name).startsWith(snakeCase(stemOf(id)));
  return {
    ...{ item, test, labels: { item: stemOf(item), test: stemOf(test) } },
    isOfItem: (name) => {
      if (name === item || name === test || begins(name, test)) return false;
      const at = header.indexOf(name);
      // What stands between the two tells of the first.
      return begins(name, item) || (itemAt < at && at < testAt);
    },
  };
}

/** `Anforderung` of `Anforderung ID`. */
const stemOf = (name: string) =>
  name.replace(
    /^(id|no|nr)\b[\s_.-]*(of|de|der|des|du|d')?[\s_.-]*|[\s_.-]*(id|ids|key|nr|no|number|nummer|kennung)\.?\s*$/gi,
    "",
  );

export interface RoledColumns {
  table: SourceTable;
  columns: Readonly<Record<string, ColumnRole>>;
}

/**
 * Tables of tests that describe what these are of, as two: tests, and items. An item that stands once above its tests is
 * said of each of them. `elsewhere`: ids that another table describes, which are described there alone.
 */
export function withTwoIds(
  table: SourceTable,
  { said, elsewhere }: { said: Readonly<Record<string, ColumnRole>>; elsewhere: ReadonlySet<string> },
): RoledColumns[] {
  const two = twoIds(table.header);
  if (two === null || Object.hasOwn(said, two.item) || Object.hasOwn(said, two.test)) return [{ table, columns: said }];
  const told = table.header.filter(two.isOfItem);
  const own = table.header.filter((name) => !told.includes(name));
  const roles = new Set(guessColumns(own, { [two.test]: "id", [two.item]: "requirement" }).values());
  // A matrix names tests that it does not describe.
  if (!(["title", "text", "step"] as const).some((role) => roles.has(role))) return [{ table, columns: said }];
  const rows = carriedDown(table, two);
  const items = itemsOf({ ...table, rows }, { two, told, elsewhere });
  const tests = rows.filter(({ cells }) => items === null || !isItemAlone(table, two, cells));
  const label = guessRole(table.label).role === "test_case" ? table.label : two.labels.test;
  return [
    {
      table: withColumns({ ...table, label, rows: tests }, items === null ? table.header : own),
      columns: { ...said, [two.test]: "id", [two.item]: "requirement" },
    },
    ...(items === null ? [] : [{ table: items, columns: { ...said, [two.item]: "id" as const } }]),
  ];
}

const cellOf = ({ header }: SourceTable, cells: readonly string[], name: string) => cells[header.indexOf(name)] ?? "";

function isItemAlone(table: SourceTable, { item, test }: TwoIds, cells: readonly string[]): boolean {
  return isBlank(cellOf(table, cells, test)) && !isBlank(cellOf(table, cells, item));
}

/** Where each item stands once, the tests below it are of it. */
function carriedDown(table: SourceTable, { item, test }: TwoIds): SourceRow[] {
  const at = table.header.indexOf(item);
  const named = table.rows.map(({ cells }) => cells[at] ?? "").filter((cell) => !isBlank(cell));
  if (new Set(named).size < named.length) return [...table.rows];
  let last = "";
  return table.rows.map((row) => {
    const cell = row.cells[at] ?? "";
    if (!isBlank(cell)) last = cell;
    const isTest = !isBlank(cellOf(table, row.cells, test));
    return isTest && isBlank(cell) ? { ...row, cells: row.cells.toSpliced(at, 1, last) } : row;
  });
}

/** Null: the table says nothing of them, or not of each alone, or another one does. */
function itemsOf(
  table: SourceTable,
  { two, told, elsewhere }: { two: TwoIds; told: readonly string[]; elsewhere: ReadonlySet<string> },
): SourceTable | null {
  const rows = new Map<string, SourceRow>();
  for (const row of table.rows) {
    const id = cellOf(table, row.cells, two.item).trim();
    const says = told.some((name) => !isBlank(cellOf(table, row.cells, name)));
    if (id !== "" && says && !rows.has(id)) rows.set(id, row);
  }
  const ids = [...rows.keys()];
  if (ids.length === 0 || ids.some((id) => splitIds(id).length > 1 || elsewhere.has(id))) return null;
  const items = { ...table, label: two.labels.item, rows: [...rows.values()], notes: [], faulty: new Set<number>() };
  return withColumns(items, [two.item, ...told]);
}

function withColumns(table: SourceTable, header: readonly string[]): SourceTable {
  const at = header.map((name) => table.header.indexOf(name));
  return {
    ...table,
    header,
    rows: table.rows.map((row) => ({ ...row, cells: at.map((from) => row.cells[from] ?? "") })),
  };
}
