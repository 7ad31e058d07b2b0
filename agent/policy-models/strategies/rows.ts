import type { ResultRow, ResultView } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { perform } from "./perform.ts";

/** A named thing in a row of a result. */
export interface RowEntity {
  id: string;
  title: string;
  /** As the tool says it, such as `test_case`; "" when it does not. */
  type: string;
}

/** The test case that a row is about, whatever the tool calls its columns; null when it is about none. */
export function testCaseOf(row: ResultRow): RowEntity | null {
  if (typeof row.test_case_id === "string")
    return { id: row.test_case_id, title: textOf(row.test_case_name ?? row.name), type: "test_case" };
  const entity = entityOf(row);
  return entity && isTestCase(entity.type) ? entity : null;
}

/** The thing that a row is about by its `id`. */
export function entityOf(row: ResultRow): RowEntity | null {
  if (typeof row.id !== "string") return null;
  return { id: row.id, title: textOf(row.title ?? row.name), type: textOf(row.type ?? row.label) };
}

function isTestCase(type: string): boolean {
  return type.replaceAll("_", "").toLowerCase() === "testcase";
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Texts in a list among the facts of a result, such as `not_found`. */
export function factList(view: ResultView, name: string): string[] {
  const value = view.facts[name];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/**
 * All rows of a result, as far as the profile reads on where the display was cut: the columns asked for, from the stored
 * result. Others take what they see for all there is.
 */
export function* allRows(
  state: TurnState,
  view: ResultView,
  columns: readonly string[],
): Strategy<readonly ResultRow[]> {
  const cut = view.path !== null && view.truncated && view.rows.length < view.total;
  if (!cut || !state.profile.readsCutResults || !state.tools.has("artifact_slice")) return view.rows;
  const rest: ResultRow[][] = [];
  for (const column of columns) {
    const values = yield* columnOf(state, view, column);
    if (values === null) return view.rows;
    rest.push(values.map((value: unknown) => ({ [column]: value })));
  }
  const [first = []] = rest;
  return first.map(
    (_, index) => Object.assign({}, view.rows[index], ...rest.map((column) => column[index] ?? {})) as ResultRow,
  );
}

/** Slices of one column that are read: a long one is cut by its length and goes on where it was cut. */
const SLICES = 4;

function* columnOf(state: TurnState, view: ResultView, column: string): Strategy<unknown[] | null> {
  const values: unknown[] = [];
  for (let slices = 0; slices < SLICES; slices++) {
    const rows = values.length === 0 ? "*" : `${values.length}:${view.total}`;
    const slice = yield* perform(state, "artifact_slice", { path: view.path, select: `$.rows[${rows}].${column}` });
    const more = slice.facts.value;
    if (!Array.isArray(more)) return values.length > 0 ? values : null;
    values.push(...more);
    if (!slice.truncated || more.length === 0) break;
  }
  return values;
}
