import { CELL_NAME, type NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import { RESERVED } from "./sql-words.ts";

/** Blanks and comments before the first word of a statement. */
const LEAD = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/;

/**
 * The statement of a cell by itself: results of cells above that it names become its first common table expressions, so that
 * it means the same here, in a file and in any other program.
 */
export function statementOf(cells: readonly NotebookCell[], at: number): string {
  const { text } = cells[at]!;
  const used = usedCells(cells, at);
  if (used.length === 0) return text;
  const tables = used.map((index) => `${cells[index]!.name} AS (\n${bare(cells[index]!.text)}\n)`).join(",\n");
  const statement = text.replace(LEAD, "");
  const own = /^with\s+(recursive\s+)?/i.exec(statement);
  if (!own) return `WITH ${tables}\n${statement}`;
  return `WITH ${own[1] ? "RECURSIVE " : ""}${tables},\n${statement.slice(own[0].length)}`;
}

/** Places of the cells above whose results one needs, also for those that it names: only cells above are named, so one look upwards finds all. */
function usedCells(cells: readonly NotebookCell[], at: number): number[] {
  const used: number[] = [];
  for (let index = at - 1; index >= 0; index--) {
    const { type, name } = cells[index]!;
    if (type !== "sql" || name === undefined) continue;
    if ([at, ...used].some((user) => names(cells[user]!.text, name))) used.unshift(index);
  }
  return used;
}

function names(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`, "i").test(text);
}

/** Without the semicolon at its end. */
function bare(text: string): string {
  return text.replace(/;\s*$/, "");
}

/** Why a result may not be called so, in words; null where it may. */
export function whyNoName(name: string, taken: readonly string[]): string | null {
  if (!CELL_NAME.test(name)) return "a name is a lower-case letter, then letters, digits and _";
  if (RESERVED.has(name)) return `${name} is a word of SQL or Python`;
  return taken.includes(name) ? `${name} is taken` : null;
}

/** The first of `q1`, `q2`, ... that is free. */
export function freeName(taken: readonly string[]): string {
  const at = Array.from(taken, (_, index) => `q${index + 1}`).findIndex((name) => !taken.includes(name));
  return `q${at < 0 ? taken.length + 1 : at + 1}`;
}
