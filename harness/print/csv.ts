import { stringify } from "csv-stringify/sync";
import { disarm } from "../../base/disarm.ts";

/** A cell: a number stays a number, null is empty, text is made safe. */
export type CsvCell = string | number | boolean | null;

/** A CSV file (RFC 4180, LF line ends) with a header line. */
export function toCsv(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return stringify([columns.map(disarm), ...rows.map(toText)]);
}

/** The same in pieces, the header and then one for each group of rows, so that a long file is never in memory whole. */
export function* toCsvPieces(
  columns: readonly string[],
  groups: Iterable<readonly (readonly CsvCell[])[]>,
): Generator<string> {
  yield toCsv(columns, []);
  for (const rows of groups) yield stringify(rows.map(toText));
}

function toText(row: readonly CsvCell[]): string[] {
  return row.map((cell) => (typeof cell === "string" ? disarm(cell) : cell === null ? "" : String(cell)));
}
