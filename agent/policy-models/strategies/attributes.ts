import type { FoundTests } from "../found-tests.ts";
import type { ResultRow } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { perform } from "./perform.ts";
import { quoteSql, relationsOf } from "./queries.ts";
import { testCaseOf } from "./rows.ts";

/** Attributes of one test case by name, nested ones among them. */
export type Attributes = ReadonlyMap<string, string>;

/** Most test cases whose attributes are read for one question. */
const MOST = 120;
/** Rows that fit into one slice of a stored result. */
const SLICE = 20;

/** Reads the attributes of test cases: by a query where the model knows the relations, by their records otherwise. */
export function* readAttributes(state: TurnState, tests: FoundTests): Strategy<ReadonlyMap<string, Attributes>> {
  const ids = tests.ids.slice(0, MOST);
  if (ids.length === 0) return new Map();
  const rows =
    relationsOf(state).has("canon.test_case") && state.tools.has("sql_query")
      ? yield* bySql(state, ids)
      : yield* byRecords(state, ids);
  return new Map(rows.flatMap((row) => toEntry(row)));
}

function* bySql(state: TurnState, ids: readonly string[]): Strategy<readonly ResultRow[]> {
  const list = ids.map(quoteSql).join(", ");
  const query = `SELECT test_case_id, name, quality_area, execution_context, automated_suite, attributes FROM canon.test_case WHERE test_case_id IN (${list}) ORDER BY test_case_id`;
  const view = yield* perform(state, "sql_query", { query, limit: ids.length });
  const rows = [...view.rows];
  while (rows.length < Math.min(view.total, ids.length) && view.path !== null) {
    const from = rows.length;
    const slice = yield* perform(state, "artifact_slice", {
      path: view.path,
      select: `$.rows[${from}:${from + SLICE}]`,
    });
    const more = slice.facts.value;
    if (!Array.isArray(more) || more.length === 0) break;
    rows.push(...(more as ResultRow[]));
  }
  return rows;
}

/** Full records are long: so many at a time as are shown. */
function* byRecords(state: TurnState, ids: readonly string[]): Strategy<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  for (let at = 0; at < ids.length && state.tools.has("identifier_lookup"); ) {
    const view = yield* perform(state, "identifier_lookup", { ids: ids.slice(at, at + SLICE) });
    if (view.rows.length === 0) break;
    rows.push(...view.rows);
    at += view.rows.length;
  }
  return rows;
}

function toEntry(row: ResultRow): [string, Attributes][] {
  const test = testCaseOf(row);
  return test ? [[test.id, attributesOf(row)]] : [];
}

/** `automated_suite` as people say it. */
export function spoken(attribute: string): string {
  return attribute.replaceAll("_", " ");
}

/** Short values only: long texts describe, they do not classify. */
const LONGEST_VALUE = 80;
const NOT_ATTRIBUTES = new Set([
  "id",
  "type",
  "asked",
  "matched_by",
  "test_case_id",
  "name",
  "title",
  "description",
  "instructions",
  "snippet",
  "score",
]);

export function attributesOf(row: ResultRow): Attributes {
  const attributes = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    if (typeof value === "string" && value !== "" && value.length <= LONGEST_VALUE) attributes.set(name, value);
    else if (typeof value === "number" || typeof value === "boolean") attributes.set(name, String(value));
    else if (value !== null && typeof value === "object" && !Array.isArray(value))
      for (const [key, member] of Object.entries(value)) add(key, member);
  };
  for (const [name, value] of Object.entries(row)) if (!NOT_ATTRIBUTES.has(name)) add(name, value);
  return attributes;
}
