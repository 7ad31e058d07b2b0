import { ratio, table, wrap } from "../../print/text.ts";
import { showCell } from "../../results/table-format/show-cell.ts";
import { type Column, isEstimate, type Table, type TableCell } from "../../results/table-format/table.ts";

interface Layout {
  shown: readonly string[];
  /** Columns of the table, and of the text beneath it. */
  room: number;
  width: number;
}

/** Some columns of a table as text, without those that say the same in each row; its notes beneath it, wrapped. */
export function renderReproduction({ title, caption, columns, rows }: Table, { shown, room, width }: Layout): string {
  const varies = ({ key, show }: Column) => show !== "text" || new Set(rows.map((row) => row[key])).size > 1;
  const kept = columns.filter((column) => shown.includes(column.key) && (varies(column) || column === columns[0]));
  const lines = rows.map((row) => kept.map((column) => cellText(row[column.key], column)));
  const titles = kept.map(({ label, show }) => ({
    title: label.replace("Functional pass", "Pass").replace("Fallback %", "Fallback"),
    align: show === "text" ? ("left" as const) : ("right" as const),
  }));
  return [title, "", table(titles, lines, room), "", wrap(caption, width, "")].join("\n");
}

/** `.483 ± .15`: half of the interval, as in the summary of a run. */
function cellText(cell: TableCell | undefined, column: Column): string {
  if (column.interval && isEstimate(cell!) && cell.mean !== null && cell.low !== null && cell.high !== null)
    return `${ratio(cell.mean)} ± ${ratio((cell.high - cell.low) / 2)}`;
  return showCell(cell, column).replace(/^0\./, ".");
}
