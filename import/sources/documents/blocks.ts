/** What a document holds, in reading order, whatever format it came in. */
export type Block =
  | { type: "heading"; level: number; text: string; at: string }
  /** A paragraph or an item of a list. */
  | { type: "text"; text: string; at: string }
  | { type: "table"; table: DocumentTable; at: string };

/** Cells as plain text; one that spans several rows or columns stands in each of them. */
export interface DocumentTable {
  /** Header rows come first. */
  rows: readonly (readonly string[])[];
  headerRows: number;
}

export interface DocumentBlocks {
  blocks: readonly Block[];
  /** Pages, headings, tables, ...: compared with what others count. */
  counts: Record<string, number>;
  /** What was left out or could not be read, a sentence each. */
  notes: readonly string[];
}

/**
 * One line a row, each cell behind its headers: `Signal: RRC | Direction: up`. So a row says what it means wherever a chunk begins. Headers
 * below which nothing stands are a line before them.
 */
export function rowsAsText({ rows, headerRows }: DocumentTable): string[] {
  const headers = headersOf({ rows, headerRows });
  const body = rows.slice(headerRows);
  const isFilled = headers.map((_, column) => body.some((row) => (row[column] ?? "") !== ""));
  const used = new Set(headers.filter((_, column) => isFilled[column]));
  const unused = headers.filter((header, column) => header !== "" && !isFilled[column] && !used.has(header));
  const lines = body.flatMap((row) => {
    const cells = cellsOf(row, headers);
    return cells.length > 0 ? [cells.join(" | ")] : [];
  });
  return [...(unused.length > 0 ? [[...new Set(unused)].join(" | ")] : []), ...lines];
}

/** The cells of a row that say something, each behind its header. */
export function cellsOf(row: readonly string[], headers: readonly string[]): string[] {
  return row.flatMap((cell, column) => {
    // A cell over several columns is said once.
    if (cell === "" || (column > 0 && cell === row[column - 1] && headers[column] === headers[column - 1])) return [];
    const header = headers[column] ?? "";
    return header === "" || header === cell ? [cell] : [`${header}: ${cell}`];
  });
}

/** What stands above each column, of several header rows all that differ. */
export function headersOf({ rows, headerRows }: DocumentTable): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => {
    const above = rows.slice(0, headerRows).map((row) => row[column] ?? "");
    return [...new Set(above.filter((text) => text !== ""))].join(" / ");
  });
}

/**
 * Where nothing marks header rows: the first, if each of its cells is a short name of its own, and no number. The corner may be empty.
 * One name over several columns has the next row below it, if that names each of them.
 */
export function guessHeaderRows(rows: readonly (readonly string[])[]): number {
  const [first = [], second = []] = rows;
  const names = first.filter((cell, column) => column === 0 || cell !== first[column - 1]);
  if (rows.length < 2 || names.length < 2 || !areNames(names)) return 0;
  const both = first.map((name, column) => `${name} / ${second[column] ?? ""}`);
  const isBelow = second.slice(1).every(isName) && new Set(both).size === both.length;
  return names.length < first.length && rows.length > 2 && isBelow ? 2 : 1;
}

const isName = (cell: string) => cell !== "" && cell.length <= 60 && !/^[\d.,%\s-]+$/.test(cell);

function areNames([corner = "", ...others]: readonly string[]): boolean {
  const cells = corner === "" ? others : [corner, ...others];
  return cells.every(isName) && new Set(cells).size === cells.length;
}

/** The lines of a table within a cell of another. */
export function tableWithin(rows: readonly (readonly string[])[]): string {
  return rowsAsText({ rows, headerRows: guessHeaderRows(rows) }).join("; ");
}

/** Cells that span rows and columns, each put into every place that it covers. */
export function spread(
  rows: readonly (readonly { text: string; columns: number; rows: number }[])[],
  most = MOST_CELLS,
): string[][] {
  const grid: string[][] = rows.map(() => []);
  let cells = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row) {
      while (grid[at]?.[column] !== undefined) column++;
      for (let down = 0; down < Math.min(cell.rows, rows.length - at); down++)
        for (let right = 0; right < cell.columns && cells < most; right++, cells++)
          (grid[at + down] as string[])[column + right] = cell.text;
      column += cell.columns;
    }
  });
  return grid.map((row) => Array.from(row, (cell) => cell ?? ""));
}

/** No real table spans a million columns. */
const MOST_CELLS = 200_000;

/** On one line, blanks as one. */
export function oneLine(text: string): string {
  return text
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
