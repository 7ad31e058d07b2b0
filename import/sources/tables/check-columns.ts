import { isBlank } from "../../../base/blank.ts";
import { countWords } from "../../../base/words.ts";
import { guessRole } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { endsWithId, guessColumns, isPosition } from "./column-roles.ts";
import type { SourceTable } from "./read-tables.ts";

/** Words of a cell from which on it is a sentence and no list of ids. */
const LEAST_PROSE_WORDS = 4;
const MOST_IDS = 0.9;

/**
 * Roles that the names of columns suggest, held against their cells: `Requirement` over sentences is a text, over ids it
 * is what a test refers to. Where no column is called an id, the first one is it if its cells look so.
 */
export function checkedByCells(
  guessed: ReadonlyMap<string, ColumnRole>,
  { table, said }: { table: Pick<SourceTable, "header" | "rows" | "label">; said: ReadonlySet<string> },
): Map<string, ColumnRole> {
  const roles = new Map(guessed);
  const cellsOf = (at: number) => table.rows.map(({ cells }) => cells[at] ?? "").filter((cell) => !isBlank(cell));
  table.header.forEach((name, at) => {
    const isReference = roles.get(name) === "requirement" || roles.get(name) === "function";
    if (isReference && !said.has(name) && isProse(cellsOf(at))) roles.set(name, "text");
  });
  const areIdsOfRows = (cells: readonly string[]) => cells.length >= MOST_IDS * table.rows.length && areIds(cells);
  const type = table.header.find((name) => roles.get(name) === "type");
  const says = (cell: string) => guessRole(cell).role !== "other";
  // `Type` may say how a test is done, or what a requirement is: `MANUAL`, `Functional`.
  const isTold = hasSteps(roles) || says(table.label);
  if (type !== undefined && !said.has(type) && isTold && !cellsOf(table.header.indexOf(type)).some(says))
    roles.set(type, "attribute");
  // `Nr.` is the place of a row where another column, by its cells, names it.
  const place = table.header.find((name) => roles.get(name) === "id" && isPosition(name) && !said.has(name));
  const named = table.header.find(
    (name, at) => roles.get(name) === "attribute" && endsWithId(name) && !said.has(name) && areIdsOfRows(cellsOf(at)),
  );
  if (place !== undefined && named !== undefined && cellsOf(table.header.indexOf(place)).every(isCount)) {
    roles.set(place, "attribute");
    roles.set(named, "id");
  }
  return roles;
}

/**
 * Roles by cells alone, before any name counts: the first column is the id where none is called one and its cells are ids, or
 * the one that is called as the records are and has a word or a number of its own for each (`Bug`, `Prüffall` beside a title);
 * a title over ids does not count (`Prüffall`, `Cas de test`); steps that are the same in each of at least three rows, as `ACTION`
 * of Squash TM, are none.
 */
export function toldByCells(
  { header, rows }: Pick<SourceTable, "header" | "rows">,
  said: Readonly<Record<string, ColumnRole>>,
): Record<string, ColumnRole> {
  const cellsOf = (name: string) => rows.map(({ cells }) => cells[header.indexOf(name)] ?? "");
  const areIdsIn = (name: string) => areIds(cellsOf(name).filter((cell) => !isBlank(cell)));
  const roleOf = (name: string) => guessColumns([name]).get(name);
  const isSame = (name: string) => rows.length >= 3 && new Set(cellsOf(name)).size === 1;
  const none = header.filter(
    (name) => (roleOf(name) === "title" && areIdsIn(name)) || (roleOf(name) === "step" && isSame(name)),
  );
  const names = (name: string) => {
    const isTitled = header.some((other) => other !== name && roleOf(other) === "title");
    const isRecord = ["test_case", "backlog_item"].includes(guessRole(name).role);
    return isTitled && isRecord && areNames(cellsOf(name));
  };
  const isCalled = [...guessColumns(header, said).values()].includes("id");
  const id = isCalled ? undefined : header.find((name, at) => (at === 0 && areIdsIn(name)) || names(name));
  return {
    ...Object.fromEntries(none.map((name) => [name, "attribute"])),
    ...(id === undefined ? {} : { [id]: "id" }),
  };
}

const isCount = (cell: string) => /^\d+$/.test(cell.trim());

const hasSteps = (roles: ReadonlyMap<string, ColumnRole>) => [...roles.values()].includes("step");

function isProse(cells: readonly string[]): boolean {
  const sentences = cells.filter((cell) => !/[,;|\n]/.test(cell) || /[.!?]$/.test(cell.trim()));
  return sentences.filter((cell) => countWords(cell) >= LEAST_PROSE_WORDS).length > cells.length / 2;
}

/** Distinct words with a digit in nearly every row. */
function areIds(cells: readonly string[]): boolean {
  const alike = new Set(cells.filter((cell) => /^\s*(?=\S*\p{L})\S*\p{N}\S*\s*$/u.test(cell)));
  return cells.length >= 2 && alike.size >= MOST_IDS * cells.length;
}

/** One word each, all different. */
function areNames(cells: readonly string[]): boolean {
  return cells.length >= 2 && cells.every((cell) => /^\s*\S+\s*$/.test(cell)) && new Set(cells).size === cells.length;
}
