import { RunningEngine } from "./query/running-engine.ts";

/** Rows of an answer, as `Plot` and `Inputs.table` take them. */
type SqlRows = Record<string, unknown>[] & { columns: string[] };

let engine: RunningEngine | null = null;

/**
 * What the tag `sql` and a cell of SQL give on an own page: a query over the run's tables, those of the page Query, by the same
 * locked-in DuckDB. Values in `${}` become literals; a list stands for what is between the brackets of `IN (...)`.
 */
export async function sql(texts: readonly string[], ...values: unknown[]): Promise<SqlRows> {
  engine ??= new RunningEngine();
  const statement = texts.reduce((before, text, index) => before + literal(values[index - 1]) + text);
  const { columns, rows } = await engine.query(statement);
  const names = columns.map(({ name }) => name);
  const objects = rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  return Object.assign(objects, { columns: names });
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value)) return value.length === 0 ? "NULL" : value.map(literal).join(", ");
  throw new TypeError("a value in SQL is a text, a number, true, false, null or a list of these");
}
