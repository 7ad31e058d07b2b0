import { isBlank, trimBlank } from "../../../base/blank.ts";
import { guessColumns } from "./column-roles.ts";
import { dialectOf } from "./dialects.ts";
import { fillMerges, type Grid, type SourceRow } from "./grid.ts";

/** Titles, dates and legends stand above a header, never more than this. */
const ROWS_LOOKED_AT = 30;

export interface Header {
  names: string[];
  /** Index of the last row of the header. */
  last: number;
  /** Index of its first row: two where groups of columns have names of their own. */
  first: number;
}

/**
 * The header of a grid: the row of which most cells are known names of columns, the first where several are alike; where no
 * name is known, the first row with two filled cells. `said` are names that the user gave. Null: there is no table.
 */
export function findHeader(grid: Grid, said: readonly string[] = []): Header | null {
  const rows = fillMerges({ ...grid, rows: grid.rows.slice(0, ROWS_LOOKED_AT) });
  const scores = rows.map((row) => scoreOf(row, said));
  const best = scores.indexOf(Math.max(...scores));
  const at = (scores[best] ?? 0) > 0 ? best : grid.rows.findIndex(({ cells }) => filled(cells).length >= 2);
  if (at < 0 || !rows[at]) return null;
  const groups = rows[at - 1];
  const hasGroups = groups !== undefined && isGroupRow(grid, at - 1);
  const names = hasGroups ? withGroups(groups.cells, rows[at].cells) : rows[at].cells;
  return { names: distinctNames(names), first: hasGroups ? at - 1 : at, last: at };
}

/** How many different roles the cells of a row name; a known tool's columns, and those that the user named, are beyond doubt. */
function scoreOf(row: SourceRow, said: readonly string[]): number {
  const cells = row.cells.map(trimBlank);
  if (dialectOf(cells) || said.some((name) => cells.includes(name))) return 100;
  const names = cells.filter((cell) => cell !== "" && cell.length <= 60);
  const roles = new Set([...guessColumns(names).values()].filter((role) => role !== "attribute"));
  // One known name may stand in any row: `Type`, `Test`.
  return roles.size >= 2 ? roles.size : 0;
}

/** True where cells that span columns stand above the header: the names of groups. */
function isGroupRow({ merges }: Grid, row: number): boolean {
  const across = merges.filter(({ top, bottom, left, right }) => top <= row && bottom >= row && right > left);
  return across.length >= 2 || merges.some(({ top, bottom }) => top === row && bottom === row + 1);
}

/** A name that several columns have gets its group's before it. */
function withGroups(groups: readonly string[], names: readonly string[]): string[] {
  return names.map((name, at) => {
    const group = trimBlank(groups[at] ?? "");
    const isRepeat = names.filter((other) => other === name).length > 1;
    if (isBlank(name)) return group;
    return isRepeat && group !== "" && group !== name ? `${group} ${name}` : name;
  });
}

/** Jira exports repeat column names: the second `Labels` becomes `Labels (2)`. */
function distinctNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, at) => {
    const name = trimBlank(cell).replace(/\s+/g, " ") || `column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

export function filled(cells: readonly string[]): string[] {
  return cells.filter((cell) => !isBlank(cell));
}
