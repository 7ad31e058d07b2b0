import type { ColumnRole } from "../../folder/mapping.ts";
import type { RoledTable } from "./records.ts";

/** Of a column's cells, so many are different: a status or a priority says the same of many. */
const LEAST_DISTINCT = 0.5;
/** Words, or signs where a language has no blanks, from which on a cell says something. */
const [LEAST_WORDS, LEAST_SIGNS] = [3, 6];

/**
 * Title and text by their cells, for a table whose columns have names that nobody here knows: the longest column of prose
 * is the text, the first one before or behind it the title.
 */
export function proseColumns(table: RoledTable): Record<string, ColumnRole> {
  const prose = table.columnsOf("attribute").filter((name) => isProse(cellsOf(table, name)));
  const length = (name: string) => cellsOf(table, name).reduce((sum, cell) => sum + cell.length, 0);
  const [text] = [...prose].sort((a, b) => length(b) - length(a));
  if (text === undefined) return {};
  const title = prose.find((name) => name !== text);
  return title === undefined ? { [text]: "text" } : { [title]: "title", [text]: "text" };
}

function cellsOf(table: RoledTable, name: string): string[] {
  return table.table.rows.map((row) => table.cell(row, name)).filter((cell) => cell !== "");
}

function isProse(cells: readonly string[]): boolean {
  if (cells.length < 2 || new Set(cells).size < LEAST_DISTINCT * cells.length) return false;
  return cells.filter(saysSomething).length > cells.length / 2;
}

function saysSomething(cell: string): boolean {
  const words = cell.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word) && !/[/\\@]/.test(word));
  return (
    words.length >= LEAST_WORDS ||
    (cell.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length >= LEAST_SIGNS
  );
}
