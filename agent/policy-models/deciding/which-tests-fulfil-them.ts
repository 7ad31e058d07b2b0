import { findPhrase, foldedWords } from "../../../base/fold.ts";
import { FoundTests, testsIn } from "../found-tests.ts";
import {
  type Attributes,
  attributesOf,
  type ResultRow,
  spoken,
  testCaseOf,
  textOf,
} from "../reading/what-came-back.ts";
import { blankOut, isDescription, isExcluded, openNames, placeOf, type Question } from "../reading/what-was-asked.ts";
import { otherForm, quote } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { quoteSql, selectTests, TESTS, WITH_ATTRIBUTES } from "./how-to-query.ts";
import { type Resolved, resolveVocabulary } from "./what-the-words-mean.ts";
import { allRows, perform, restOf } from "./whether-to-call.ts";
import {
  ANY,
  type AttributeCondition,
  accountedBy,
  findConditions,
  fulfilled,
  holds,
  sayCondition,
  toSql,
  unmetConditions,
} from "./which-conditions-are-set.ts";
import type { Anchor } from "./which-items-are-meant.ts";

type AttributesById = ReadonlyMap<string, Attributes>;

export interface CheckedHits {
  findings: FoundTests;
  conditions: readonly AttributeCondition[];
  /** The test cases that have all of it, where these were asked for; null where only hits were looked at. */
  whole: FoundTests | null;
}

/**
 * Holds hits of a search against the conditions that the question sets and the records have a value for; one that
 * cross-checks also asks for whatever else fulfils them. Null where the profile does not check, has not read that one
 * does, or there are no conditions.
 */
export function* checkHits(
  state: TurnState,
  hits: FoundTests,
  { question, resolved }: { question: Question; resolved: readonly Resolved[] },
): Strategy<CheckedHits | null> {
  const { profile } = state;
  if (!profile.verifies || !state.rule("conditions")) return null;
  const read = yield* readAttributes(state, hits.first(profile.searchLimit));
  const text = [question.text, ...resolved.map(({ term }) => term)].join("\n");
  // What is asked for may be the value of none of the hits: a search by words knows no attributes.
  const asks = profile.crossChecks || hits.size === 0 || question.asks.has("counts");
  const stated = asks && state.columnsOf(TESTS) ? yield* statedValues(state, "TRUE", text) : null;
  const conditions = findConditions(question, [...read.values(), ...(stated ?? [])], resolved);
  if (conditions.length === 0) return null;
  // Where no text says a word of the question, a value that it says is no chance.
  const isMeant = hits.size === 0 || question.asks.has("counts") || isSelective(question, conditions);
  const others = asks && isMeant ? yield* findByConditions(state, conditions) : null;
  const attributes = new Map([...read, ...(others?.attributes ?? [])]);
  const all = others ? hits.or(others.findings) : hits;
  const whole = others?.findings ?? null;
  return { findings: keepFulfilling(all, { conditions, attributes, ...profile }), conditions, whole };
}

/** What fulfils at least that share of what is wanted and nothing that is unwanted, with few near misses where something fulfils all; best first, then in the order given. */
function keepFulfilling(
  findings: FoundTests,
  options: {
    conditions: readonly AttributeCondition[];
    attributes: AttributesById;
    strictness: number;
    nearMisses: number;
  },
): FoundTests {
  const { conditions, attributes, strictness, nearMisses } = options;
  const unwanted = conditions.filter((condition) => !condition.wanted);
  const rated = findings.list
    .filter(({ id }) => unwanted.every((condition) => holds(condition, attributes.get(id))))
    .map((test) => ({ test, share: fulfilled(conditions, attributes.get(test.id)) }))
    .filter(({ share }) => share >= strictness);
  const whole = rated.filter(({ share }) => share === 1).length;
  const most = whole === 0 ? rated.length : whole + Math.ceil(whole * nearMisses);
  const best = rated.sort((a, b) => b.share - a.share).slice(0, most);
  return new FoundTests(
    best.map(({ test }) => test),
    findings.isPart,
  );
}

/** Everything that fulfils all conditions, by a query over the attributes; null where they cannot be asked for. */
function* findByConditions(
  state: TurnState,
  conditions: readonly AttributeCondition[],
): Strategy<{ findings: FoundTests; attributes: AttributesById } | null> {
  const columns = state.columnsOf(TESTS);
  const usable = conditions.every(({ values }) => !values.includes(ANY));
  if (!columns || !usable) return null;
  const where = conditions.map((condition) => toSql(condition, columns)).join(" AND ");
  const view = yield* perform(state, "sql_query", { query: selectTests(where, WITH_ATTRIBUTES), limit: 100 });
  const rows = yield* allRows(state, view, ["test_case_id", "name"]);
  const wanted = conditions.filter((condition) => condition.wanted);
  const why = wanted.map(sayCondition).join(", ");
  // The query vouches for the conditions, whatever of the row was shown.
  const vouched = wanted.map(({ attribute, values }) => [attribute, values[0] ?? ""] as const);
  const attributes = [...toEntries(rows)].map(([id, own]) => [id, new Map([...vouched, ...own])] as const);
  return { findings: testsIn(view, rows, () => ({ kind: "record", why })), attributes: new Map(attributes) };
}

/** One value alone may be chance, unless the question also names what it is a value of, or asks for nothing else. */
function isSelective(question: Question, conditions: readonly AttributeCondition[]): boolean {
  const wanted = conditions.filter((condition) => condition.wanted);
  const isNamed = ({ attribute }: AttributeCondition) => findPhrase(question.text, spoken(attribute)) >= 0;
  const said = wanted.flatMap(({ attribute, values }) => [spoken(attribute), ...values]).join(" ");
  const isAll = question.words.every((word) => findPhrase(said, word) >= 0 || otherForm(said, word) !== "");
  return wanted.length > 1 || wanted.some(isNamed) || (wanted.length > 0 && isAll);
}

export interface Narrowed {
  findings: FoundTests;
  /** What of the question was held against the records. */
  accounted: readonly string[];
  /** The conditions that were, as they are said. */
  held: readonly string[];
}

/** Test cases whose records are read one by one; of more, a query says which fit. */
const FEW = 40;

/**
 * Keeps of some test cases those that fulfil what else the question says: its words beyond the things that it names. A
 * model that does not check, or has not read that conditions are checked in the records, takes them all. What describes a change sets none.
 */
export function* narrow(
  state: TurnState,
  options: { question: Question; findings: FoundTests; anchors: readonly Anchor[]; scope?: string },
): Strategy<Narrowed> {
  const { findings } = options;
  const rest = beyondNames(options.question, options.anchors);
  if (isDescription(options.question)) return { findings, accounted: [], held: [] };
  if (rest.words.length === 0 || findings.size === 0 || !state.profile.verifies || !state.rule("conditions"))
    return { findings, accounted: [], held: [] };
  const scope = findings.size > FEW ? (scopeOf(state, findings) ?? options.scope) : undefined;
  const asked = scope === undefined ? null : yield* narrowByQuery(state, rest, { findings, scope });
  return asked ?? (yield* narrowByRecords(state, rest, findings));
}

function* narrowByRecords(state: TurnState, rest: Question, findings: FoundTests): Strategy<Narrowed> {
  const attributes = yield* readAttributes(state, findings);
  const resolved = yield* resolveVocabulary(state, rest);
  const found = findConditions(rest, attributes.values(), resolved);
  const conditions = [...found, ...unmetConditions(rest, attributes.values(), resolved)];
  // What the records have no value for, and the knowledge base no word, cannot be held against them.
  if (conditions.length === 0) return yield* narrowByTexts(state, rest, { findings, resolved });
  const kept = keepFulfilling(findings, { conditions, attributes, strictness: 1, nearMisses: 0 });
  // Of a record that was not read nothing is known: those that fit may be more.
  const isPart = kept.isPart || attributes.size < findings.size;
  return { findings: new FoundTests(kept.list, isPart), ...heldTo(conditions, resolved) };
}

/** The conditions as filters of a query: what stands in the question among the values that these test cases have. Null when a query failed. */
function* narrowByQuery(
  state: TurnState,
  rest: Question,
  { findings, scope }: { findings: FoundTests; scope: string },
): Strategy<Narrowed | null> {
  const resolved = yield* resolveVocabulary(state, rest);
  const text = [rest.text, ...resolved.map(({ term }) => term)].join("\n");
  const values = yield* statedValues(state, scope, text);
  if (values === null) return null;
  const unmet = unmetConditions(rest, values, resolved);
  if (unmet.length > 0) return { findings: new FoundTests(), ...heldTo(unmet, resolved) };
  const conditions = findConditions(rest, values, resolved);
  if (conditions.length === 0) return yield* narrowByTexts(state, rest, { findings, resolved });
  const columns = state.columnsOf(TESTS) ?? [];
  const where = [scope, ...conditions.map((condition) => toSql(condition, columns))].join(" AND ");
  const view = yield* perform(state, "sql_query", { query: selectTests(where), limit: 1000 });
  const kept = testsIn(view, yield* allRows(state, view, ["test_case_id"]), () => ({ kind: "record", why: "" }));
  if (!view.ok) return null;
  const fitting = new FoundTests(findings.keep((test) => kept.has(test)).list, findings.isPart || kept.isPart);
  return { findings: fitting, ...heldTo(conditions, resolved) };
}

function heldTo(
  conditions: readonly AttributeCondition[],
  resolved: readonly Resolved[],
): Pick<Narrowed, "accounted" | "held"> {
  return { accounted: accountedBy(conditions, resolved), held: conditions.map(sayCondition) };
}

/** Most records that the look-up reads at once. */
const AT_ONCE = 50;

/** A name that is the value of no attribute may stand in the texts: where the records of few enough say it nowhere, none of them is meant. */
function* narrowByTexts(
  state: TurnState,
  rest: Question,
  { findings, resolved }: { findings: FoundTests; resolved: readonly Resolved[] },
): Strategy<Narrowed> {
  const names = openNames(
    rest,
    resolved.map(({ phrase }) => phrase),
  ).filter((name) => /[a-z][A-Z]|\d/.test(name) && !isExcluded(rest, placeOf(name, rest.text).at));
  if (names.length === 0 || findings.size > AT_ONCE) return { findings, accounted: [], held: [] };
  const { path } = yield* perform(state, "identifier_lookup", { ids: findings.ids });
  for (const text of path === null ? [] : names) {
    const hits = yield* perform(state, "artifact_grep", { text, glob: path });
    if (hits.ok && hits.facts.count === 0)
      return { findings: new FoundTests(), accounted: [text], held: [`${quote(text)} in the text`] };
  }
  return { findings, accounted: [], held: [] };
}

/** The question without the names in it: `conditional release` in a message's name is not a condition. */
function beyondNames(question: Question, anchors: readonly Anchor[]): Question {
  const named = new Set(anchors.flatMap(({ title, type, called }) => foldedWords(`${title} ${type} ${called}`)));
  const isNamed = (word: string) => foldedWords(word).every((part) => named.has(part));
  const text = blankOut(
    question.text,
    anchors.map(({ called, at }) => ({ text: called, at })),
  );
  return { ...question, text, words: question.words.filter((word) => !isNamed(word)) };
}

/** Characters of ids that fit into a query beside the rest of it. */
const LONGEST_LIST = 8_000;

/** Some test cases as a condition on their relation; undefined where the model has read of no relation, or they are too many to name. */
function scopeOf(state: TurnState, tests: FoundTests): string | undefined {
  if (!state.columnsOf(TESTS) || !state.tools.has("sql_query")) return undefined;
  const list = tests.ids.map(quoteSql).join(", ");
  return list.length <= LONGEST_LIST ? `test_case_id IN (${list})` : undefined;
}

/** A value without what may be its ending: a question may say it in another number, gender or case. */
const BUT_ENDING =
  "CASE WHEN length(v.value) > 6 THEN left(v.value, -2) WHEN length(v.value) > 4 THEN left(v.value, -1) ELSE v.value END";

/** Columns of the tests' relation that are no attributes. */
const NOT_VALUES = ["test_case_id", "name", "attributes"];

/**
 * Which values of their attributes stand in a text, of however many test cases: one query instead of reading them all.
 * One map for each value; null when the query failed.
 */
function* statedValues(state: TurnState, scope: string, text: string): Strategy<Attributes[] | null> {
  const columns = state.columnsOf(TESTS)?.filter((column) => !NOT_VALUES.includes(column));
  if (!columns) return null;
  const members = [
    "SELECT key, value FROM jsonb_each_text(attributes)",
    ...columns.map((column) => `SELECT ${quoteSql(column)}, ${column}`),
  ];
  const query = `SELECT DISTINCT v.key AS attribute, v.value AS value FROM ${TESTS} CROSS JOIN LATERAL (${members.join(" UNION ALL ")}) v WHERE ${scope} AND length(v.value) > 1 AND strpos(lower(${quoteSql(text)}), lower(${BUT_ENDING})) > 0 ORDER BY 1, 2`;
  const view = yield* perform(state, "sql_query", { query, limit: 100 });
  const rows = yield* allRows(state, view, ["attribute", "value"]);
  return view.ok ? rows.map((row) => new Map([[textOf(row.attribute), textOf(row.value)]])) : null;
}

/** Most test cases whose attributes are read for one question. */
const MOST = 120;
/** Records that fit into one display. */
const DISPLAYED = 20;

/** Reads the attributes of test cases: by a query where the model knows the relation, by their records otherwise. */
export function* readAttributes(state: TurnState, tests: FoundTests): Strategy<AttributesById> {
  const ids = tests.ids.slice(0, MOST);
  if (ids.length === 0) return new Map();
  const bySql = state.columnsOf(TESTS) && state.tools.has("sql_query");
  return toEntries(yield* bySql ? queryRecords(state, ids) : lookUpRecords(state, ids));
}

function* queryRecords(state: TurnState, ids: readonly string[]): Strategy<readonly ResultRow[]> {
  const query = selectTests(`test_case_id IN (${ids.map(quoteSql).join(", ")})`, WITH_ATTRIBUTES);
  const view = yield* perform(state, "sql_query", { query, limit: ids.length });
  return [...view.rows, ...(yield* restOf(state, view, ids.length))];
}

/** Full records are long: so many at a time as are shown. */
function* lookUpRecords(state: TurnState, ids: readonly string[]): Strategy<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  for (let at = 0; at < ids.length && state.tools.has("identifier_lookup"); ) {
    const view = yield* perform(state, "identifier_lookup", { ids: ids.slice(at, at + DISPLAYED) });
    if (view.rows.length === 0) break;
    rows.push(...view.rows);
    at += view.rows.length;
  }
  return rows;
}

function toEntries(rows: readonly ResultRow[]): AttributesById {
  return new Map(
    rows.flatMap((row) => {
      const test = testCaseOf(row);
      return test ? [[test.id, attributesOf(row)] as const] : [];
    }),
  );
}
