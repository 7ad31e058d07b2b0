import type { Conclusion } from "../conclusion.ts";
import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import { type Question, topicsIn } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import { findAnchors } from "./anchors.ts";
import { answerByLinks } from "./answer-by-links.ts";
import { answerByRecords } from "./answer-by-records.ts";
import { spoken } from "./attributes.ts";
import { classify } from "./classify.ts";
import { abstain, conclude } from "./conclude.ts";
import type { Condition } from "./conditions.ts";
import { followUp } from "./follow-up.ts";
import { loadSkills } from "./load-skills.ts";
import { accountedBy } from "./narrow.ts";
import { perform } from "./perform.ts";
import { hitsOf, searchTools } from "./search-tools.ts";
import { searchTopic, type TopicResult } from "./topic-search.ts";
import { fold } from "./words.ts";

/** Answers one question of a conversation; `memory` is what the turn before came to. */
export function* answerQuestion(mind: Mind, question: Question, memory: Conclusion | null): Thought<Conclusion> {
  const route = yield* understand(mind, question);
  const conclusion = yield* think(mind, { question, route, memory });
  yield* loadSkills(mind, "answer");
  return conclusion;
}

/** Loads what tells how to go about it, and decides what kind of question it is. */
export function* understand(mind: Mind, question: Question): Thought<Route | null> {
  yield* loadSkills(mind, "start");
  const route = classify(mind, question);
  if (takesUnderstanding(question, route)) yield* loadSkills(mind, "words");
  return route;
}

/** What is asked in words, about a change, or about several things at once takes knowledge of the domain. */
function takesUnderstanding(question: Question, route: Route | null): boolean {
  const inWords = question.ids.every((mention) => !mention.certain);
  return inWords || question.within || /impact|comparison|search/.test(route?.kind ?? "");
}

interface Matter {
  question: Question;
  route: Route | null;
  memory: Conclusion | null;
}

function* think(mind: Mind, { question, route, memory }: Matter): Thought<Conclusion> {
  if (question.followsUp && memory) return yield* followUp(mind, { question, route, memory });
  // A model that has read no routing does what comes to everybody's mind.
  if (!route) return yield* searchPlainly(mind, question);
  const anchors = yield* findAnchors(mind, question, {
    inWords: /impact|comparison|traceability/.test(route.kind),
    route,
  });
  const tests = anchors.found.every((anchor) => anchor.type === "test_case");
  const byRecords = tests ? yield* answerByRecords(mind, { question, anchors: anchors.found }) : null;
  if (byRecords) return byRecords;
  if (anchors.found.length > 0) return yield* answerByLinks(mind, { question, route, anchors });
  const inWords = route.kind === "search" && question.words.length > 0;
  if (anchors.unknown.length > 0 && !inWords && (mind.profile.refinements > 0 || question.words.length === 0))
    return abstain(question, `there is no record of ${anchors.unknown.join(", ")}.`);
  return conclude(mind, { question, ...(yield* searchTopics(mind, question, route)), anchors: [] });
}

interface Found {
  findings: Findings;
  support: number;
  sentences: readonly string[];
  accounted: readonly string[];
}

/** Each topic on its own where the question has several, then what any or all of them have. */
function* searchTopics(mind: Mind, question: Question, route: Route): Thought<Found> {
  const topics = mind.rule("several things") ? topicsIn(question) : [question];
  const results: Found[] = [];
  for (const topic of topics) {
    const { findings, support, conditions, resolved } = yield* searchTopic(mind, topic, route);
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
  return first ? rest.reduce(join, first) : { findings: new Findings(), support: 0, sentences: [], accounted: [] };
}

/** The question's own words in the plainest search, and what comes up first. */
function* searchPlainly(mind: Mind, question: Question): Thought<Conclusion> {
  const [tool] = searchTools(mind, null);
  const names = [...question.ids, ...question.quoted].map((mention) => mention.text);
  const query = [...names, ...question.words].join(" ").slice(0, 900) || question.text.slice(0, 900);
  const view = tool ? yield* perform(mind, tool, { query, limit: mind.profile.searchLimit }) : null;
  const findings = view ? hitsOf(view).first(mind.profile.longestSearchList) : new Findings();
  return conclude(mind, {
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

function say({ attribute, values, wanted }: Condition): string {
  const named = values.includes("*") ? "any" : values.join(" or ");
  return `${wanted ? "" : "not "}${spoken(attribute)} ${named}`;
}
