import { parseDecimal } from "../../../base/blank.ts";
import { UserError } from "../../../base/user-error.ts";
import { absentColumns, type CsvTable, quoted } from "./read-csv.ts";

/** One row an item, one column a rater or system; cells as text, null where missing. */
export interface WideTable {
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
  /** Cluster of each row, when asked for. */
  clusters: readonly string[] | null;
}

export interface ColumnSelection {
  /** Wide layout: the columns to use. */
  columns?: readonly string[];
  /** Long layout: the columns that hold rater (or system), item, value. */
  long?: readonly string[];
  cluster?: string;
}

/** Picks columns, or turns one line a value into one line an item. @throws UserError `input` with every problem. */
export function selectColumns(table: CsvTable, selection: ColumnSelection): WideTable {
  const { columns, long, cluster } = selection;
  if (columns && long) throw new UserError("usage", "--columns and --long exclude each other");
  if (long && long.length !== 3)
    throw new UserError("usage", `--long takes three columns, found ${long.length}`, {
      hint: "--long rater,item,value",
    });
  const names = long ?? columns ?? table.header.filter((name) => name !== cluster && !isIdentifier(table, name));
  fail(table, absentColumns(table, cluster === undefined ? names : [...names, cluster]));
  if (cluster !== undefined) fail(table, withoutCluster(table, cluster));
  const clusterOf = (row: CsvTable["rows"][number]) => row[cluster!]!;
  if (!long) {
    const rows = table.rows.map((row) => names.map((name) => row[name] ?? null));
    return { columns: names, rows, clusters: cluster === undefined ? null : table.rows.map(clusterOf) };
  }
  return widen(table, long as [string, string, string], cluster === undefined ? null : clusterOf);
}

function widen(
  table: CsvTable,
  [who, item, value]: [string, string, string],
  clusterOf: ((row: CsvTable["rows"][number]) => string) | null,
): WideTable {
  const columns = [...new Set(table.rows.map((row) => row[who] ?? ""))].sort();
  const items = new Map<string, { cells: Map<string, string | null>; cluster: string }>();
  const problems: string[] = [];
  for (const [index, row] of table.rows.entries()) {
    const line = `${table.path}:${table.lines[index]}`;
    const [name, key] = [row[who] ?? "", row[item] ?? ""];
    const entry = items.get(key) ?? { cells: new Map(), cluster: clusterOf?.(row) ?? "" };
    if (name === "" || key === "") problems.push(`${line}: ${quoted(name === "" ? who : item)} is empty`);
    else if (entry.cells.has(name)) problems.push(`${line}: ${quoted(key)} by ${quoted(name)} stands there twice`);
    items.set(key, entry);
    entry.cells.set(name, row[value] ?? null);
  }
  fail(table, problems);
  const rows = [...items.values()];
  return {
    columns,
    rows: rows.map(({ cells }) => columns.map((name) => cells.get(name) ?? null)),
    clusters: clusterOf ? rows.map((entry) => entry.cluster) : null,
  };
}

/** What belongs nowhere is not one cluster with all the rest that does not. */
function withoutCluster({ path, rows, lines }: CsvTable, cluster: string): string[] {
  return rows.flatMap((row, index) =>
    row[cluster] === null ? [`${path}:${lines[index]}: ${quoted(cluster)} is empty`] : [],
  );
}

/** A first column whose values all differ, and are not all numbers, names the items. */
function isIdentifier({ header, rows }: CsvTable, name: string): boolean {
  const values = rows.map((row) => row[name]);
  const named = /^(id|item|unit|task|scenario|query|topic)(_?id)?$/i.test(name);
  return (
    name === header[0] &&
    new Set(values).size === rows.length &&
    (named || values.some((text) => text != null && parseDecimal(text) === null))
  );
}

function fail({ path }: CsvTable, problems: readonly string[]): void {
  if (problems.length > 0) throw new UserError("input", `${path} does not fit`, { problems });
}
