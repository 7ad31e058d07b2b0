import { FoundTests } from "../found-tests.ts";
import { blankOut } from "../reading/mentions.ts";
import type { Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { type Attributes, readAttributes } from "./attributes.ts";
import { keepFulfilling } from "./check-records.ts";
import { type AttributeCondition, findConditions, toSql, unmetConditions } from "./conditions.ts";
import { perform } from "./perform.ts";
import { quoteSql, relationsOf } from "./queries.ts";
import { allRows, testCaseOf, textOf } from "./rows.ts";
import { type Resolved, resolveVocabulary } from "./vocabulary.ts";
import { fold } from "./words.ts";

/**
 * Keeps of some test cases those that fulfil what else the question says: its words beyond the things that it names. A
 * model that does not check, or has not read that conditions are checked in the records, takes them all.
 */
export function* narrow(
  state: TurnState,
  options: { question: Question; findings: FoundTests; anchors: readonly Anchor[]; scope?: string },
): Strategy<Narrowed> {
  const { question, findings, anchors, scope } = options;
  const rest = beyondNames(question, anchors);
  if (rest.words.length === 0 || findings.size === 0 || !state.profile.verifies || !state.rule("conditions"))
    return { findings, accounted: [] };
  const where = findings.size > FEW ? (scopeOf(state, findings) ?? scope ?? null) : null;
  const asked = where === null ? null : yield* narrowByQuery(state, rest, { findings, scope: where });
  if (asked) return asked;
  const attributes = yield* readAttributes(state, findings);
  const resolved = yield* resolveVocabulary(state, rest);
  const found = findConditions(rest, attributes.values(), resolved);
  const conditions = [...found, ...unmetConditions(rest, attributes.values(), resolved)];
  // What the records have no value for, and the knowledge base no word, cannot be held against them.
  const kept =
    conditions.length === 0
      ? findings
      : keepFulfilling(findings, { conditions, attributes, strictness: 1, nearMisses: 0 });
  return { findings: kept, accounted: accountedBy(conditions, resolved) };
}

interface Narrowed {
  findings: FoundTests;
  /** What of the question was held against the records. */
  accounted: readonly string[];
}

/** The values that were held against records, and the words of the question that were taken for them. */
export function accountedBy(conditions: readonly AttributeCondition[], resolved: readonly Resolved[]): string[] {
  const values = conditions.flatMap((condition) => condition.values);
  const meant = resolved.filter(({ term }) => values.some((value) => fold(value) === fold(term)));
  return [...values, ...meant.map(({ phrase }) => phrase)];
}

/** Test cases whose records are read one by one; of more, a query says which fit. */
const FEW = 40;

/** The conditions as filters of a query: what stands in the question among the values that these test cases have. Null when a query failed. */
function* narrowByQuery(state: TurnState, rest: Question, { findings, scope }: Scoped): Strategy<Narrowed | null> {
  const resolved = yield* resolveVocabulary(state, rest);
  const text = [rest.text, ...resolved.map((entry) => entry.term)].join("\n");
  const values = yield* statedValues(state, scope, text);
  if (values === null) return null;
  if (unmetConditions(rest, values, resolved).length > 0) return { findings: new FoundTests(), accounted: [] };
  const conditions = findConditions(rest, values, resolved);
  if (conditions.length === 0) return { findings, accounted: [] };
  const kept = yield* fulfilling(state, scope, conditions);
  return (
    kept && {
      findings: findings.keep((foundTest) => kept.has(foundTest.id)),
      accounted: accountedBy(conditions, resolved),
    }
  );
}

interface Scoped {
  findings: FoundTests;
  /** The same as a condition on their relation. */
  scope: string;
}

/** The question without the names in it: `conditional release` in a message's name is not a condition. */
function beyondNames(question: Question, anchors: readonly Anchor[]): Question {
  const named = new Set(
    anchors.flatMap((anchor) => fold(`${anchor.title} ${anchor.type} ${anchor.called}`).split(" ")),
  );
  const words = question.words.filter(
    (word) =>
      !fold(word)
        .split(" ")
        .every((part) => named.has(part)),
  );
  return {
    ...question,
    words,
    text: blankOut(
      question.text,
      anchors.map((anchor) => ({ text: anchor.called, at: anchor.at })),
    ),
  };
}

const TESTS = "canon.test_case";
/** Columns of the tests' relation that are no attributes. */
const NOT_VALUES = ["test_case_id", "name", "attributes"];
/** Characters of ids that fit into a query beside the rest of it. */
const LONGEST_LIST = 8_000;

/** Some test cases as a condition on their relation; null where the model has read of no relation, or they are too many to name. */
function scopeOf(state: TurnState, tests: FoundTests): string | null {
  if (!relationsOf(state).has(TESTS) || !state.tools.has("sql_query")) return null;
  const list = tests.ids.map(quoteSql).join(", ");
  return list.length <= LONGEST_LIST ? `test_case_id IN (${list})` : null;
}

/**
 * Which values of their attributes stand in a text, of however many test cases: one query instead of reading them all.
 * One map for each value; null when the query failed.
 */
function* statedValues(state: TurnState, scope: string, text: string): Strategy<Attributes[] | null> {
  const known = relationsOf(state).get(TESTS);
  if (!known) return null;
  const columns = known.filter((column) => !NOT_VALUES.includes(column));
  const members = [
    "SELECT key, value FROM jsonb_each_text(attributes)",
    ...columns.map((column) => `SELECT ${quoteSql(column)}, ${column}`),
  ];
  const query = `SELECT DISTINCT v.key AS attribute, v.value AS value FROM ${TESTS} CROSS JOIN LATERAL (${members.join(" UNION ALL ")}) v WHERE ${scope} AND length(v.value) > 1 AND strpos(lower(${quoteSql(text)}), lower(v.value)) > 0 ORDER BY 1, 2`;
  const view = yield* perform(state, "sql_query", { query, limit: 100 });
  const rows = yield* allRows(state, view, ["attribute", "value"]);
  return view.ok ? rows.map((row) => new Map([[textOf(row.attribute), textOf(row.value)]])) : null;
}

/** Ids of the test cases in scope that fulfil all conditions; null when the query failed. */
function* fulfilling(
  state: TurnState,
  scope: string,
  conditions: readonly AttributeCondition[],
): Strategy<ReadonlySet<string> | null> {
  const columns = relationsOf(state).get(TESTS) ?? [];
  const where = [scope, ...conditions.map((condition) => toSql(condition, columns))].join(" AND ");
  const query = `SELECT test_case_id, name FROM ${TESTS} WHERE ${where} ORDER BY test_case_id`;
  const view = yield* perform(state, "sql_query", { query, limit: 1000 });
  const rows = yield* allRows(state, view, ["test_case_id"]);
  return view.ok ? new Set(rows.flatMap((row) => testCaseOf(row)?.id ?? [])) : null;
}
