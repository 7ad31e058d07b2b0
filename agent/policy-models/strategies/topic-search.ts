import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import { checkRecords } from "./check-records.ts";
import type { Condition } from "./conditions.ts";
import { linkedTests } from "./linked-tests.ts";
import { loadSkills } from "./load-skills.ts";
import { perform } from "./perform.ts";
import { entityOf, textOf } from "./rows.ts";
import { hitsOf, searchTools } from "./search-tools.ts";
import { supportOf, type Topic, toTopic } from "./topic.ts";
import { type Resolved, resolveVocabulary } from "./vocabulary.ts";
import { coverage } from "./words.ts";

/** What a search for a topic came to. */
export interface TopicResult {
  findings: Findings;
  /** How well the best of it carries what was asked, 0 to 1. */
  support: number;
  /** What the asker's words were taken for. */
  resolved: readonly Resolved[];
  /** What was held against the records. */
  conditions: readonly Condition[];
}

/** Share of the asked words in the best hit below which a search was poor. */
const POOR = 0.7;

/**
 * Test cases about a topic: the project's terms are found first, then searched for; a poor result is searched again in
 * other words and by other means; what was found is held against its records.
 */
export function* searchTopic(mind: Mind, question: Question, route: Route | null): Thought<TopicResult> {
  const resolved = yield* resolveVocabulary(mind, question);
  const topic = toTopic(question, resolved);
  // Another attempt begins with another kind of search.
  const start = question.again ? 1 : 0;
  let hits = yield* searchOnce(mind, route, { terms: topic.terms, place: start });
  for (let attempt = 1; attempt <= mind.profile.refinements && supportOf(hits, topic.terms) < POOR; attempt++) {
    yield* loadSkills(mind, "poor");
    hits = hits.or(yield* searchOnce(mind, route, { terms: fewer(topic.terms, attempt), place: start + attempt }));
  }
  if (mind.profile.crossChecks)
    hits = hits.or(yield* searchOnce(mind, route, { terms: topic.terms, place: start + 1 }));
  hits = hits.or(yield* overBacklogItems(mind, topic, route));
  return { ...(yield* checkRecords(mind, topic, hits.ranked())), resolved };
}

/** The longest terms carry most. */
function fewer(terms: readonly string[], attempt: number): string[] {
  return [...terms].sort((a, b) => b.length - a.length).slice(0, attempt === 1 ? 3 : 6);
}

/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 900;

function* searchOnce(
  mind: Mind,
  route: Route | null,
  search: { terms: readonly string[]; place: number },
): Thought<Findings> {
  const tools = searchTools(mind, route);
  const tool = tools[search.place % Math.max(1, tools.length)];
  const query = search.terms.join(" ").slice(0, LONGEST_QUERY).trim();
  if (tool === undefined || query === "") return new Findings();
  return hitsOf(yield* perform(mind, tool, { query, types: ["test_case"], limit: mind.profile.searchLimit }));
}

/** A backlog item that says what was asked leads to tests by its links: a way that likeness alone does not take. */
function* overBacklogItems(mind: Mind, { question, terms }: Topic, route: Route | null): Thought<Findings> {
  const [tool] = searchTools(mind, route);
  if (!mind.rule("references") || !mind.profile.verifies || tool === undefined || question.words.length < 3)
    return new Findings();
  const view = yield* perform(mind, tool, {
    query: terms.join(" ").slice(0, LONGEST_QUERY),
    types: ["backlog_item"],
    limit: 5,
  });
  const row = view.rows.find(
    (entry) => coverage(question.words, `${textOf(entry.title)} ${textOf(entry.snippet)}`) >= ITEM_MATCH,
  );
  const item = row && entityOf(row);
  if (!item) return new Findings();
  return (yield* linkedTests(mind, { subject: item, deep: false, route: null })).findings;
}

/** Share of the asked words that a backlog item must have to be taken for what is meant. */
const ITEM_MATCH = 0.75;
