import { stringify } from "csv-stringify/sync";

/** A cell: a number stays a number, null is empty, text is made safe. */
export type Cell = string | number | boolean | null;

/** A CSV file (RFC 4180, LF line ends) with a header line. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? disarm(cell) : cell === null ? "" : String(cell))),
  );
  return stringify([columns.map(disarm), ...cells]);
}

/**
 * A spreadsheet takes a text that begins with one of these for a formula; a leading apostrophe makes it text again
 * (OWASP, CSV injection). Only for text: -1 as a number stays.
 */
function disarm(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
