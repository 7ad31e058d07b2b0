import type { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Thought } from "../thought.ts";
import type { Attributes } from "./attributes.ts";
import { type Condition, toSql } from "./conditions.ts";
import { perform } from "./perform.ts";
import { quoteSql, relationsOf } from "./queries.ts";
import { allRows, testCaseOf, textOf } from "./rows.ts";

const TESTS = "canon.test_case";
/** Columns of the tests' relation that are no attributes. */
const NOT_VALUES = ["test_case_id", "name", "attributes"];
/** Characters of ids that fit into a query beside the rest of it. */
const LONGEST_LIST = 8_000;

/** Some test cases as a condition on their relation; null where the model has read of no relation, or they are too many to name. */
export function scopeOf(mind: Mind, tests: Findings): string | null {
  if (!relationsOf(mind).has(TESTS) || !mind.tools.has("sql_query")) return null;
  const list = tests.ids.map(quoteSql).join(", ");
  return list.length <= LONGEST_LIST ? `test_case_id IN (${list})` : null;
}

/**
 * Which values of their attributes stand in a text, of however many test cases: one query instead of reading them all.
 * One map for each value; null when the query failed.
 */
export function* statedValues(mind: Mind, scope: string, text: string): Thought<Attributes[] | null> {
  const known = relationsOf(mind).get(TESTS);
  if (!known) return null;
  const columns = known.filter((column) => !NOT_VALUES.includes(column));
  const members = [
    "SELECT key, value FROM jsonb_each_text(attributes)",
    ...columns.map((column) => `SELECT ${quoteSql(column)}, ${column}`),
  ];
  const query = `SELECT DISTINCT v.key AS attribute, v.value AS value FROM ${TESTS} CROSS JOIN LATERAL (${members.join(" UNION ALL ")}) v WHERE ${scope} AND length(v.value) > 1 AND strpos(lower(${quoteSql(text)}), lower(v.value)) > 0 ORDER BY 1, 2`;
  const view = yield* perform(mind, "sql_query", { query, limit: 100 });
  const rows = yield* allRows(mind, view, ["attribute", "value"]);
  return view.ok ? rows.map((row) => new Map([[textOf(row.attribute), textOf(row.value)]])) : null;
}

/** Ids of the test cases in scope that fulfil all conditions; null when the query failed. */
export function* fulfilling(
  mind: Mind,
  scope: string,
  conditions: readonly Condition[],
): Thought<ReadonlySet<string> | null> {
  const columns = relationsOf(mind).get(TESTS) ?? [];
  const where = [scope, ...conditions.map((condition) => toSql(condition, columns))].join(" AND ");
  const query = `SELECT test_case_id, name FROM ${TESTS} WHERE ${where} ORDER BY test_case_id`;
  const view = yield* perform(mind, "sql_query", { query, limit: 1000 });
  const rows = yield* allRows(mind, view, ["test_case_id"]);
  return view.ok ? new Set(rows.flatMap((row) => testCaseOf(row)?.id ?? [])) : null;
}
