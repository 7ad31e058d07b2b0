import { findPhrase, fold } from "../../../base/fold.ts";
import { FoundTests, sayCount, testsIn } from "../found-tests.ts";
import { type Attributes, attributesOf, type ResultRow, spoken, textOf, textsOf } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { capital } from "../reading/words.ts";
import type { PlannedCall, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { quoteCypher, quoteSql, selectTests, TESTS, toColumn } from "./how-to-query.ts";
import { type Conclusion, conclude } from "./when-to-abstain.ts";
import { allRows, pageSize, perform } from "./whether-to-call.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import { narrow, readAttributes } from "./which-tests-fulfil-them.ts";

/** An id of which only the beginning is known: it has a digit or is put together, so that it is no common word. */
const BEGINNING = String.raw`(?=\S*[\d/_])(\w[\w/:.-]*)`;
/** Before or behind the words that say so. */
const PREFIXES = [
  String.raw`\b(?:begins? (?:with|w/)|beginning with|starts? with|starting with|with id)\s+["'\`]?${BEGINNING}`,
  String.raw`(?<!\S)["'\`]?${BEGINNING}\S*\s+at the (?:beginning|start)\b`,
].map((pattern) => new RegExp(pattern, "i"));

interface Matter {
  question: Question;
  anchors: readonly Anchor[];
}

/** Answers from test cases' records: named ones, those like a named one, those with an id or attributes of a kind. Null when the question is of none of these. */
export function* answerByRecords(state: TurnState, { question, anchors }: Matter): Strategy<Conclusion | null> {
  const answer = (findings: FoundTests, accounted: string[], ...sentences: string[]) =>
    conclude(state, { question, findings, anchors, sentences, accounted });
  const [prefix] = PREFIXES.flatMap((pattern) => pattern.exec(question.text)?.[1]?.replace(/\.+$/, "") ?? []);
  const [test] = anchors;
  if (prefix !== undefined) {
    const findings = yield* byPrefix(state, prefix);
    return answer(
      findings,
      [prefix],
      `${capital(sayCount(findings))} ${findings.size === 1 ? "has" : "have"} an id that begins with ${prefix}.`,
    );
  }
  if (!test) return yield* listByAttributes(state, question);
  if (question.asks.has("others")) {
    const same = question.asks.has("sameItems") ? sharingItems(state, test) : likeThis(state, test, question);
    const findings = yield* same;
    const said = question.asks.has("sameItems")
      ? `${capital(sayCount(findings, "other test case"))} ${findings.size === 1 ? "is" : "are"} linked to a backlog item that ${nameOf(test)} is linked to, too.`
      : sayAlike(findings, test, question);
    return answer(findings, [...attributesOf(test.record ?? {}).keys()].map(spoken), said);
  }
  // Several by one name were not distinguished by the question; several by id are a list to choose from.
  if (anchors.every(({ called }) => called === test.called)) return yield* described(state, question, anchors);
  const narrowed = yield* narrow(state, { question, findings: recordsOf(anchors), anchors });
  return conclude(state, { question, ...narrowed, anchors, sentences: [] });
}

function* described(state: TurnState, question: Question, anchors: readonly Anchor[]): Strategy<Conclusion> {
  const sentences = anchors.map((anchor) => describe(anchor, question));
  // Values that a search by name did not show are looked up and told apart.
  const read = [...(yield* readAttributes(state, recordsOf(anchors).first(1))).values()];
  const accounted = [...sentences, question.aside, ...read.flatMap((own) => [...own.keys()].map(spoken))];
  return conclude(state, { question, findings: recordsOf(anchors), anchors, sentences, accounted });
}

/** The record itself is what was asked for. */
function recordsOf(anchors: readonly Anchor[]): FoundTests {
  const evidence = { kind: "record", rank: 0, why: "the record asked for" } as const;
  return new FoundTests(anchors.map(({ id, title, path }) => ({ id, title, evidence: [{ ...evidence, path }] })));
}

/** What a record says: the attributes that were asked for, or the short ones that there are. */
function describe(test: Anchor, question: Question): string {
  const all = attributesOf(test.record ?? {});
  const asked = namedAttributes(question.text, all);
  const shown = [...(asked.size > 0 ? asked : all)].slice(0, 8).map(([name, value]) => `${spoken(name)}: ${value}`);
  return `${nameOf(test)}${shown.length > 0 ? ` has ${shown.join(", ")}` : " is in the records"}.`;
}

/** The attributes whose names stand in the text. */
export function namedAttributes(text: string, attributes: Attributes): Attributes {
  return new Map([...attributes].filter(([name]) => findPhrase(text, spoken(name)) >= 0));
}

/** Test cases whose id begins so. */
function* byPrefix(state: TurnState, prefix: string): Strategy<FoundTests> {
  const sql = selectTests(`starts_with(test_case_id, ${quoteSql(prefix)})`);
  const cypher = `MATCH (t:TestCase) WHERE t.id STARTS WITH ${quoteCypher(prefix)} RETURN t.id AS test_case_id, t.name AS name ORDER BY test_case_id`;
  const known = state.columnsOf(TESTS) && state.tools.has("sql_query");
  const call = known ? { tool: "sql_query", query: sql } : { tool: "cypher_query", query: cypher };
  const asked = { tool: call.tool, args: { query: call.query, limit: 100 } };
  return yield* listed(state, asked, `its id begins with ${prefix}`);
}

/** Items that the look-up of links takes at once. */
const AT_ONCE = 100;

/** Test cases that hang off the same backlog items as this one, those first that share most of them. */
function* sharingItems(state: TurnState, test: Anchor): Strategy<FoundTests> {
  const links = { linked_type: "backlog_item", ...pageSize(state, "trace_links") };
  const own = yield* perform(state, "trace_links", { ids: [test.id], ...links });
  const items = [...new Set((yield* allRows(state, own, ["linked_id"])).map((row) => textOf(row.linked_id)))];
  if (items.length === 0) return new FoundTests();
  const view = yield* perform(state, "trace_links", { ids: items.slice(0, AT_ONCE), ...links });
  const rows = yield* allRows(state, view, ["test_case_id", "linked_id"]);
  const ids = rows.map((row) => textOf(row.test_case_id));
  const shared = new Map(ids.map((id) => [id, ids.filter((other) => other === id).length]));
  const all = testsIn(view, rows, (row) => ({ kind: "link", why: `linked to ${textOf(row.linked_id)}, too` }));
  const others = all.list.filter(({ id }) => id !== test.id);
  const isPart = all.isPart || items.length > AT_ONCE;
  return new FoundTests(
    others.sort((a, b) => (shared.get(b.id) ?? 0) - (shared.get(a.id) ?? 0)),
    isPart,
  );
}

export function sayAlike(findings: FoundTests, test: Anchor, { text }: Pick<Question, "text">): string {
  const values = [...namedAttributes(text, attributesOf(test.record ?? {}))];
  const said = values.map(([name, value]) => `${spoken(name)} ${value}`).join(", ");
  return `${capital(sayCount(findings, "other test case"))} ${findings.size === 1 ? "has" : "have"} this, as ${nameOf(test)} has: ${said}.`;
}

/** Test cases with the same values as this one in the attributes that the question names. */
export function* likeThis(state: TurnState, test: Anchor, { text }: Pick<Question, "text">): Strategy<FoundTests> {
  const values = namedAttributes(text, attributesOf(test.record ?? {}));
  const found = values.size === 0 ? new FoundTests() : yield* withAttributes(state, values);
  return found.keep(({ id }) => id !== test.id);
}

/** Test cases with these attribute values: by the tool that lists by attributes where it takes them, by a query otherwise. */
function* withAttributes(state: TurnState, values: Attributes): Strategy<FoundTests> {
  const parameters = state.tools.get("find_entities")?.parameters ?? {};
  const why = [...values].map(([name, value]) => `${spoken(name)} ${value}`).join(", ");
  if ([...values.keys()].every((name) => name in parameters)) {
    const filters = { type: "test_case", ...Object.fromEntries(values), ...pageSize(state, "find_entities") };
    const view = yield* perform(state, "find_entities", filters);
    // A parameter that is not for test cases is refused: then a query says the same.
    if (view.ok) return yield* listed(state, { tool: "find_entities", args: filters }, why);
  }
  const scope = scopeOf(state, values);
  if (scope === undefined) return new FoundTests();
  const args = { query: selectTests(scope), ...pageSize(state, "sql_query") };
  return yield* listed(state, { tool: "sql_query", args }, why);
}

/** These values as a condition on the tests' relation; undefined where the model has not read of it. */
function scopeOf(state: TurnState, values: Attributes): string | undefined {
  const columns = state.columnsOf(TESTS);
  return columns && [...values].map(([name, value]) => `${toColumn(name, columns)} = ${quoteSql(value)}`).join(" AND ");
}

function* listed(state: TurnState, { tool, args }: PlannedCall, why: string): Strategy<FoundTests> {
  const view = yield* perform(state, tool, args);
  const rows = yield* allRows(state, view, [tool === "find_entities" ? "id" : "test_case_id"]);
  const typed = rows.map((row): ResultRow => ({ type: "test_case", ...row }));
  return testsIn(view, typed, () => ({ kind: "record", why }));
}

function* listByAttributes(state: TurnState, question: Question): Strategy<Conclusion | null> {
  const all = question.asks.has("every") && question.quoted.length === 0;
  if (!all || !state.tools.has("describe_relation")) return null;
  const values = yield* mentionedValues(state, question.text);
  if (values.size === 0) return null;
  const findings = yield* withAttributes(state, values);
  const narrowed = yield* narrow(state, { question, findings, anchors: [], scope: scopeOf(state, values) });
  const said = [...[...values].map(([name, value]) => `${spoken(name)} ${value}`), ...narrowed.held];
  const sentences = [
    `${capital(sayCount(narrowed.findings))} ${narrowed.findings.size === 1 ? "has" : "have"} this: ${[...new Set(said)].join(", ")}.`,
  ];
  return conclude(state, { question, ...narrowed, anchors: [], sentences });
}

/** Values that the columns of the tests' relation can have, as its description lists them, where they stand in the text. */
function* mentionedValues(state: TurnState, text: string): Strategy<Attributes> {
  const view = yield* perform(state, "describe_relation", { relation: TESTS });
  const found = view.rows.flatMap((row) => {
    const [value] = textsOf(row.values)
      .filter((entry) => findPhrase(text, entry) >= 0)
      .sort((a, b) => fold(b).length - fold(a).length);
    return value === undefined ? [] : [[textOf(row.column), value] as const];
  });
  return new Map(found);
}
