import { type CsvCell, toCsv } from "../../print/csv.ts";
import { type Column, isEstimate, type Table } from "./table.ts";

/** Raw numbers under the columns' keys; an estimate fills four columns: mean, `_low`, `_high`, `_n`. */
export function renderCsv({ columns, rows }: Table): string {
  const estimates = new Set(
    columns.filter(({ key }) => rows.some((row) => isEstimate(row[key]))).map(({ key }) => key),
  );
  const header = columns.flatMap(({ key }) =>
    estimates.has(key) ? [key, `${key}_low`, `${key}_high`, `${key}_n`] : [key],
  );
  const body = rows.map((row) => columns.flatMap((column) => cellsOf(row[column.key], column, estimates)));
  return toCsv(header, body);
}

function cellsOf(
  cell: Table["rows"][number][string] | undefined,
  { key }: Column,
  estimates: ReadonlySet<string>,
): CsvCell[] {
  if (isEstimate(cell)) return [cell.mean, cell.low, cell.high, cell.n];
  return estimates.has(key) ? [null, null, null, null] : [cell ?? null];
}
