import type { Conclusion } from "../conclusion.ts";
import { FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import { type Question, topicsIn } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { findAnchors } from "./anchors.ts";
import { answerByLinks } from "./answer-by-links.ts";
import { answerByRecords } from "./answer-by-records.ts";
import { spoken } from "./attributes.ts";
import { classify } from "./classify.ts";
import { abstain, conclude } from "./conclude.ts";
import type { AttributeCondition } from "./conditions.ts";
import { followUp } from "./follow-up.ts";
import { loadSkills } from "./load-skills.ts";
import { accountedBy } from "./narrow.ts";
import { perform } from "./perform.ts";
import { hitsOf, searchTools } from "./search-tools.ts";
import { searchTopic, type TopicResult } from "./topic-search.ts";
import { fold } from "./words.ts";

/** Answers one question of a conversation; `memory` is what the turn before came to. */
export function* answerQuestion(state: TurnState, question: Question, memory: Conclusion | null): Strategy<Conclusion> {
  const route = yield* understand(state, question);
  const conclusion = yield* think(state, { question, route, memory });
  yield* loadSkills(state, "answer");
  return conclusion;
}

/** Loads what tells how to go about it, and decides what kind of question it is. */
export function* understand(state: TurnState, question: Question): Strategy<RoutingRow | null> {
  yield* loadSkills(state, "start");
  const route = classify(state, question);
  if (takesUnderstanding(question, route)) yield* loadSkills(state, "words");
  return route;
}

/** What is asked in words, about a change, or about several things at once takes knowledge of the domain. */
function takesUnderstanding(question: Question, route: RoutingRow | null): boolean {
  const inWords = question.ids.every((mention) => !mention.certain);
  return inWords || question.within || /impact|comparison|search/.test(route?.kind ?? "");
}

interface Matter {
  question: Question;
  route: RoutingRow | null;
  memory: Conclusion | null;
}

function* think(state: TurnState, { question, route, memory }: Matter): Strategy<Conclusion> {
  if (question.followsUp && memory) return yield* followUp(state, { question, route, memory });
  // A model that has read no routing does what comes to everybody's mind.
  if (!route) return yield* searchPlainly(state, question);
  const anchors = yield* findAnchors(state, question, {
    inWords: /impact|comparison|traceability/.test(route.kind),
    route,
  });
  const tests = anchors.found.every((anchor) => anchor.type === "test_case");
  const byRecords = tests ? yield* answerByRecords(state, { question, anchors: anchors.found }) : null;
  if (byRecords) return byRecords;
  if (anchors.found.length > 0) return yield* answerByLinks(state, { question, route, anchors });
  const inWords = route.kind === "search" && question.words.length > 0;
  if (anchors.unknown.length > 0 && !inWords && (state.profile.refinements > 0 || question.words.length === 0))
    return abstain(question, `there is no record of ${anchors.unknown.join(", ")}.`);
  return conclude(state, { question, ...(yield* searchTopics(state, question, route)), anchors: [] });
}

interface Found {
  findings: FoundTests;
  support: number;
  sentences: readonly string[];
  accounted: readonly string[];
}

/** Each topic on its own where the question has several, then what any or all of them have. */
function* searchTopics(state: TurnState, question: Question, route: RoutingRow): Strategy<Found> {
  const topics = state.rule("several things") ? topicsIn(question) : [question];
  const results: Found[] = [];
  for (const topic of topics) {
    const { findings, support, conditions, resolved } = yield* searchTopic(state, topic, route);
    const sentences = sayTopic(findings.size, { conditions, resolved });
    results.push({ findings, support, sentences, accounted: accountedBy(conditions, resolved) });
  }
  const both = question.relation === "all";
  const join = (all: Found, next: Found): Found => ({
    findings: both ? all.findings.and(next.findings) : all.findings.or(next.findings),
    support: both ? Math.min(all.support, next.support) : Math.max(all.support, next.support),
    sentences: [...all.sentences, ...next.sentences],
    accounted: [...all.accounted, ...next.accounted],
  });
  const [first, ...rest] = results;
  return first ? rest.reduce(join, first) : { findings: new FoundTests(), support: 0, sentences: [], accounted: [] };
}

/** The question's own words in the plainest search, and what comes up first. */
function* searchPlainly(state: TurnState, question: Question): Strategy<Conclusion> {
  const [tool] = searchTools(state, null);
  const names = [...question.ids, ...question.quoted].map((mention) => mention.text);
  const query = [...names, ...question.words].join(" ").slice(0, 900) || question.text.slice(0, 900);
  const view = tool ? yield* perform(state, tool, { query, limit: state.profile.searchLimit }) : null;
  const findings = view ? hitsOf(view).first(state.profile.longestSearchList) : new FoundTests();
  return conclude(state, {
    question,
    findings,
    support: findings.size > 0 ? 1 : 0,
    anchors: [],
    sentences: [],
    accounted: [],
  });
}

/** What a search was held to, and what the asker's words were taken for; nothing where nothing was checked. */
function sayTopic(count: number, { conditions, resolved }: Pick<TopicResult, "conditions" | "resolved">): string[] {
  if (count === 0 || conditions.length === 0) return [];
  const replaced = resolved.filter(({ phrase, term }) => fold(phrase) !== fold(term));
  const taken = replaced.map(({ phrase, term }) => `"${phrase}" was taken for ${term}`);
  return [
    `${count} test case${count === 1 ? "" : "s"} fit best: ${conditions.map(say).join(", ")}.`,
    ...(taken.length > 0 ? [`${taken.join(", ")}.`] : []),
  ];
}

function say({ attribute, values, wanted }: AttributeCondition): string {
  const named = values.includes("*") ? "any" : values.join(" or ");
  return `${wanted ? "" : "not "}${spoken(attribute)} ${named}`;
}
