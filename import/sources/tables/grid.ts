/** A row as it stands in the file. */
export interface SourceRow {
  /** Line of a CSV file where the record begins; row of a sheet. */
  line: number;
  cells: readonly string[];
}

/** A sheet or a CSV file before anybody has looked where its table begins. */
export interface Grid {
  /** `tests.csv`, or `tests.xlsx, sheet Cases`. */
  name: string;
  /** What somebody called it: the sheet, or the file without its ending. */
  label: string;
  rows: readonly SourceRow[];
  /** Cells that are shown as one: rows and columns from 0, both ends included. */
  merges: readonly Merge[];
}

interface Merge {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The rows with each merged cell's text in every cell that it covers, but for the columns in `except`. */
export function fillMerges({ rows, merges }: Grid, except: ReadonlySet<number> = new Set()): SourceRow[] {
  const filled = rows.map(({ line, cells }) => ({ line, cells: [...cells] }));
  for (const { top, left, bottom, right } of merges) {
    const text = rows[top]?.cells[left] ?? "";
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row++)
      for (let column = left; column <= right; column++)
        if (!except.has(column)) (filled[row] as { cells: string[] }).cells[column] = text;
  }
  return filled;
}
