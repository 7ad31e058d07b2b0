import { type Evidence, type FoundTest, FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/question.ts";
import type { ResultRow } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { type Attributes, attributesOf, readAttributes, spoken } from "./attributes.ts";
import { type AttributeCondition, findConditions, fulfilled, holds, toSql } from "./conditions.ts";
import { perform } from "./perform.ts";
import { relationsOf } from "./queries.ts";
import { allRows, testCaseOf } from "./rows.ts";
import { type SearchTopic, supportOf } from "./topic.ts";
import { findPhrase, fold } from "./words.ts";

/**
 * Holds hits against the conditions that the question sets and the records have a value for. A strict profile keeps what
 * fulfils all of them; one that cross-checks also asks for whatever else fulfils them. Without that habit, or without the
 * rule, the hits stand as they are.
 */
export function* checkRecords(
  state: TurnState,
  topic: SearchTopic,
  hits: FoundTests,
): Strategy<{ findings: FoundTests; support: number; conditions: readonly AttributeCondition[] }> {
  const { profile } = state;
  const unchecked = {
    findings: hits.first(profile.longestSearchList),
    support: supportOf(hits, topic.terms),
    conditions: [],
  };
  if (!profile.verifies || !state.rule("conditions") || hits.size === 0) return unchecked;
  const attributes = new Map(yield* readAttributes(state, hits.first(profile.searchLimit)));
  const conditions = findConditions(topic.question, attributes.values(), topic.resolved);
  if (conditions.length === 0) return unchecked;
  const others = profile.crossChecks
    ? yield* findByConditions(state, topic.question, conditions)
    : new Map<string, Checked>();
  for (const [id, checked] of others) attributes.set(id, checked.attributes);
  const all = hits.or(new FoundTests([...others.values()].map((checked) => checked.foundTest)));
  const kept = keepFulfilling(all, { conditions, attributes, ...profile });
  return {
    findings: kept.first(profile.longestSearchList * 2),
    support: supportWith(kept, topic, conditions),
    conditions,
  };
}

/** What fulfils at least that share of what is wanted and nothing that is unwanted, with few near misses where something fulfils all; best first, then in the order given. */
export function keepFulfilling(
  findings: FoundTests,
  options: {
    conditions: readonly AttributeCondition[];
    attributes: ReadonlyMap<string, Attributes>;
    strictness: number;
    nearMisses: number;
  },
): FoundTests {
  const { conditions, attributes, strictness, nearMisses } = options;
  const unwanted = conditions.filter((condition) => !condition.wanted);
  const share = (foundTest: FoundTest) => fulfilled(conditions, attributes.get(foundTest.id));
  const kept = findings.list.filter(
    (foundTest) =>
      unwanted.every((condition) => holds(condition, attributes.get(foundTest.id))) && share(foundTest) >= strictness,
  );
  const whole = kept.filter((foundTest) => share(foundTest) === 1).length;
  const most = whole === 0 ? kept.length : whole + Math.ceil(whole * nearMisses);
  return new FoundTests(kept.sort((a, b) => share(b) - share(a)).slice(0, most));
}

/** Words that a condition or a resolved term accounts for need not stand in the hit's text. */
function supportWith(kept: FoundTests, topic: SearchTopic, conditions: readonly AttributeCondition[]): number {
  if (kept.size === 0) return 0;
  const accounted = new Set(
    [...conditions.flatMap((condition) => condition.values), ...topic.resolved.map((entry) => entry.term)].flatMap(
      (value) => fold(value).split(" "),
    ),
  );
  const words = topic.terms.flatMap((term) => fold(term).split(" "));
  const open = words.filter((word) => !accounted.has(word));
  const share = words.length === 0 ? 1 : (words.length - open.length) / words.length;
  return share + (1 - share) * supportOf(kept, open);
}

/** One value alone may be chance, unless the question also names what it is a value of. */
function isSelective(question: Question, conditions: readonly AttributeCondition[]): boolean {
  const wanted = conditions.filter((condition) => condition.wanted);
  return wanted.length > 1 || wanted.some(({ attribute }) => findPhrase(question.text, spoken(attribute)) >= 0);
}

interface Checked {
  foundTest: FoundTest;
  attributes: Attributes;
}

/** Everything that fulfils all conditions, by a query over the attributes. */
function* findByConditions(
  state: TurnState,
  question: Question,
  conditions: readonly AttributeCondition[],
): Strategy<Map<string, Checked>> {
  const columns = relationsOf(state).get("canon.test_case");
  const usable = conditions.every((condition) => !condition.values.includes("*"));
  if (!columns || !usable || !isSelective(question, conditions)) return new Map();
  const where = conditions.map((condition) => toSql(condition, columns)).join(" AND ");
  const query = `SELECT test_case_id, name, quality_area, execution_context, automated_suite, attributes FROM canon.test_case WHERE ${where} ORDER BY test_case_id`;
  const view = yield* perform(state, "sql_query", { query, limit: 100 });
  const rows = yield* allRows(state, view, ["test_case_id", "name"]);
  const why = conditions
    .filter((condition) => condition.wanted)
    .map((condition) => condition.values.join(" or "))
    .join(", ");
  return new Map(
    rows.flatMap((row, rank) =>
      toChecked(row, { evidence: { kind: "record", path: view.path, rank, why }, conditions }),
    ),
  );
}

function toChecked(
  row: ResultRow,
  { evidence, conditions }: { evidence: Evidence; conditions: readonly AttributeCondition[] },
): [string, Checked][] {
  const test = testCaseOf(row);
  if (!test) return [];
  // The query vouches for the conditions, whatever of the row was shown.
  const vouched = conditions
    .filter((condition) => condition.wanted)
    .map((condition) => [condition.attribute, condition.values[0] ?? ""] as const);
  const attributes = new Map([...vouched, ...attributesOf(row)]);
  return [[test.id, { foundTest: { id: test.id, title: test.title, evidence: [evidence] }, attributes }]];
}
