import { oneLine } from "./blocks.ts";
import type { Line } from "./pdf-lines.ts";

interface Column {
  x: number;
  end: number;
}

/**
 * The columns of lines: ranges that no cell crosses. Null where there are fewer than two, or where the cells of two lines
 * overlap so that all is one.
 */
export function columnsOf(lines: readonly Line[]): Column[] | null {
  const cells = lines.flatMap((line) => line.cells).sort((a, b) => a.x - b.x);
  const columns: Column[] = [];
  for (const { x, end } of cells) {
    const last = columns.at(-1);
    if (last && x < last.end) last.end = Math.max(last.end, end);
    else columns.push({ x, end });
  }
  const most = Math.max(...lines.map((line) => line.cells.length));
  return columns.length >= 2 && columns.length >= most ? columns : null;
}

/** The rows of a table: a line that has nothing in the first column goes on with the row above, where it stands close below. */
export function rowsOf(lines: readonly Line[]): string[][] {
  const columns = columnsOf(lines) ?? [];
  const rows: { cells: string[]; y: number }[] = [];
  for (const { cells, y, size } of lines) {
    const row = columns.map(({ x, end }) =>
      cells
        .filter((cell) => cell.x < end && cell.end > x)
        .map(({ text }) => text)
        .join(" "),
    );
    const last = rows.at(-1);
    if (last && row[0] === "" && y - last.y < 1.75 * size) {
      last.cells = last.cells.map((cell, column) => oneLine(`${cell} ${row[column] ?? ""}`));
      last.y = y;
    } else rows.push({ cells: row.map(oneLine), y });
  }
  return rows.map(({ cells }) => cells);
}
