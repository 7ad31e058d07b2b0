import { type FoundTest, FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/question.ts";
import type { ResultRow, ResultView } from "../reading/result-view.ts";
import type { PlannedCall, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { type Attributes, attributesOf, spoken } from "./attributes.ts";
import { linkedTests } from "./linked-tests.ts";
import { perform } from "./perform.ts";
import { quoteCypher, quoteSql, relationsOf, toColumn } from "./queries.ts";
import { allRows, testCaseOf, textOf } from "./rows.ts";
import { findPhrase, fold } from "./words.ts";

/** The record itself is what was asked for. */
export function recordsOf(anchors: readonly Anchor[]): FoundTests {
  return new FoundTests(
    anchors.map(
      (anchor): FoundTest => ({
        id: anchor.id,
        title: anchor.title,
        evidence: [{ kind: "record", path: anchor.path, rank: 0, why: "the record asked for" }],
      }),
    ),
  );
}

/** Test cases whose id begins so. */
export function* byPrefix(state: TurnState, prefix: string): Strategy<FoundTests> {
  const sql = `SELECT test_case_id, name FROM canon.test_case WHERE starts_with(test_case_id, ${quoteSql(prefix)}) ORDER BY test_case_id`;
  const cypher = `MATCH (t:TestCase) WHERE t.id STARTS WITH ${quoteCypher(prefix)} RETURN t.id AS test_case_id, t.name AS name ORDER BY test_case_id`;
  const calls: PlannedCall[] = [
    ...(relationsOf(state).has("canon.test_case") ? [{ tool: "sql_query", args: { query: sql, limit: 100 } }] : []),
    { tool: "cypher_query", args: { query: cypher, limit: 100 } },
  ];
  const call = calls.find((entry) => state.tools.has(entry.tool));
  if (!call) return new FoundTests();
  const view = yield* perform(state, call.tool, call.args);
  return toFindings(view, yield* allRows(state, view, ["test_case_id"]), `its id begins with ${prefix}`);
}

/** Test cases that hang off the same backlog items as this one. */
export function* sharingItems(state: TurnState, test: Anchor): Strategy<FoundTests> {
  const view = yield* perform(state, "trace_links", { ids: [test.id], linked_type: "backlog_item" });
  const items = [...new Set(view.rows.map((row) => textOf(row.linked_id)).filter((id) => id !== ""))];
  let all = new FoundTests();
  for (const id of items.slice(0, 6)) {
    const { findings } = yield* linkedTests(state, {
      subject: { id, title: "", type: "backlog_item" },
      deep: false,
      route: null,
    });
    all = all.or(findings);
  }
  return all.keep((foundTest) => foundTest.id !== test.id);
}

/** Test cases with the same values as this one in the attributes that the question names. */
export function* likeThis(state: TurnState, test: Anchor, question: Pick<Question, "text">): Strategy<FoundTests> {
  const values = namedAttributes(question.text, attributesOf(test.record ?? {}));
  const found = values.size === 0 ? new FoundTests() : yield* withAttributes(state, values);
  return found.keep((foundTest) => foundTest.id !== test.id);
}

/** The attributes whose names stand in the text. */
export function namedAttributes(text: string, attributes: Attributes): Attributes {
  return new Map([...attributes].filter(([name]) => findPhrase(text, spoken(name)) >= 0));
}

/** Test cases with these attribute values: by the tool that lists by attributes where it takes them, by a query otherwise. */
export function* withAttributes(state: TurnState, values: Attributes): Strategy<FoundTests> {
  const parameters = state.tools.get("find_entities")?.parameters ?? {};
  const why = [...values].map(([name, value]) => `${spoken(name)} ${value}`).join(", ");
  const limit = state.profile.readsCutResults ? 1_000 : undefined;
  if ([...values.keys()].every((name) => name in parameters)) {
    const filters = { type: "test_case", ...Object.fromEntries(values), ...(limit && { limit }) };
    const view = yield* perform(state, "find_entities", filters);
    // A parameter that is not for test cases is refused: then a query says the same.
    if (view.ok) return toFindings(view, yield* allRows(state, view, ["id"]), why);
  }
  const columns = relationsOf(state).get("canon.test_case");
  if (!columns) return new FoundTests();
  const conditions = [...values].map(([name, value]) => `${toColumn(name, columns)} = ${quoteSql(value)}`);
  const query = `SELECT test_case_id, name FROM canon.test_case WHERE ${conditions.join(" AND ")} ORDER BY test_case_id`;
  const view = yield* perform(state, "sql_query", { query, ...(limit && { limit }) });
  return toFindings(view, yield* allRows(state, view, ["test_case_id"]), why);
}

/** Values that a relation's columns can have, as its description lists them, where they stand in the text. */
export function* mentionedValues(state: TurnState, text: string): Strategy<Attributes> {
  const view = yield* perform(state, "describe_relation", { relation: "canon.test_case" });
  const found = view.rows.flatMap((row) => {
    const values = Array.isArray(row.values)
      ? row.values.filter((value): value is string => typeof value === "string")
      : [];
    const value = values
      .filter((entry) => findPhrase(text, entry) >= 0)
      .sort((a, b) => fold(b).length - fold(a).length)[0];
    return value === undefined ? [] : [[textOf(row.column), value] as const];
  });
  return new Map(found);
}

function toFindings(view: ResultView, rows: readonly ResultRow[], why: string): FoundTests {
  return new FoundTests(
    rows.flatMap((row, rank): FoundTest[] => {
      const test = testCaseOf({ type: "test_case", ...row });
      return test
        ? [{ id: test.id, title: test.title, evidence: [{ kind: "record", path: view.path, rank, why }] }]
        : [];
    }),
  );
}
