import { FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { checkRecords } from "./check-records.ts";
import type { AttributeCondition } from "./conditions.ts";
import { linkedTests } from "./linked-tests.ts";
import { loadSkills } from "./load-skills.ts";
import { perform } from "./perform.ts";
import { entityOf, textOf } from "./rows.ts";
import { hitsOf, searchTools } from "./search-tools.ts";
import { type SearchTopic, supportOf, toTopic } from "./topic.ts";
import { type Resolved, resolveVocabulary } from "./vocabulary.ts";
import { coverage } from "./words.ts";

/** What a search for a topic came to. */
export interface TopicResult {
  findings: FoundTests;
  /** How well the best of it carries what was asked, 0 to 1. */
  support: number;
  /** What the asker's words were taken for. */
  resolved: readonly Resolved[];
  /** What was held against the records. */
  conditions: readonly AttributeCondition[];
}

/** Share of the asked words in the best hit below which a search was poor. */
const POOR = 0.7;

/**
 * Test cases about a topic: the project's terms are found first, then searched for; a poor result is searched again in
 * other words and by other means; what was found is held against its records.
 */
export function* searchTopic(state: TurnState, question: Question, route: RoutingRow | null): Strategy<TopicResult> {
  const resolved = yield* resolveVocabulary(state, question);
  const topic = toTopic(question, resolved);
  // Another attempt begins with another kind of search.
  const start = question.again ? 1 : 0;
  let hits = yield* searchOnce(state, route, { terms: topic.terms, place: start });
  for (let attempt = 1; attempt <= state.profile.refinements && supportOf(hits, topic.terms) < POOR; attempt++) {
    yield* loadSkills(state, "poor");
    hits = hits.or(yield* searchOnce(state, route, { terms: fewer(topic.terms, attempt), place: start + attempt }));
  }
  if (state.profile.crossChecks)
    hits = hits.or(yield* searchOnce(state, route, { terms: topic.terms, place: start + 1 }));
  hits = hits.or(yield* overBacklogItems(state, topic, route));
  return { ...(yield* checkRecords(state, topic, hits.ranked())), resolved };
}

/** The longest terms carry most. */
function fewer(terms: readonly string[], attempt: number): string[] {
  return [...terms].sort((a, b) => b.length - a.length).slice(0, attempt === 1 ? 3 : 6);
}

/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 900;

function* searchOnce(
  state: TurnState,
  route: RoutingRow | null,
  search: { terms: readonly string[]; place: number },
): Strategy<FoundTests> {
  const tools = searchTools(state, route);
  const tool = tools[search.place % Math.max(1, tools.length)];
  const query = search.terms.join(" ").slice(0, LONGEST_QUERY).trim();
  if (tool === undefined || query === "") return new FoundTests();
  return hitsOf(yield* perform(state, tool, { query, types: ["test_case"], limit: state.profile.searchLimit }));
}

/** A backlog item that says what was asked leads to tests by its links: a way that likeness alone does not take. */
function* overBacklogItems(
  state: TurnState,
  { question, terms }: SearchTopic,
  route: RoutingRow | null,
): Strategy<FoundTests> {
  const [tool] = searchTools(state, route);
  if (!state.rule("references") || !state.profile.verifies || tool === undefined || question.words.length < 3)
    return new FoundTests();
  const view = yield* perform(state, tool, {
    query: terms.join(" ").slice(0, LONGEST_QUERY),
    types: ["backlog_item"],
    limit: 5,
  });
  const row = view.rows.find(
    (entry) => coverage(question.words, `${textOf(entry.title)} ${textOf(entry.snippet)}`) >= ITEM_MATCH,
  );
  const item = row && entityOf(row);
  if (!item) return new FoundTests();
  return (yield* linkedTests(state, { subject: item, deep: false, route: null })).findings;
}

/** Share of the asked words that a backlog item must have to be taken for what is meant. */
const ITEM_MATCH = 0.75;
