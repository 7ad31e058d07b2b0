import { FoundTests } from "../found-tests.ts";
import { type Question, topicsIn } from "../reading/what-was-asked.ts";
import { asMeant } from "../reading/what-was-corrected.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { asksForTheirTests } from "../reading/words-of-asking.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { refusePatch, sayFilesOpen, withFilesOfPatch } from "./what-a-patch-touches.ts";
import { tellBesides } from "./what-else-to-tell.ts";
import { lookForGaps } from "./what-has-no-test.ts";
import { followUp } from "./what-remains.ts";
import { abstain, type Conclusion, conclude, sayUnknown } from "./when-to-abstain.ts";
import { performAll } from "./whether-to-call.ts";
import { withKnownIds } from "./which-ids-stand-in-it.ts";
import { type Anchor, findAnchors, sayRivals } from "./which-items-are-meant.ts";
import { answerGaps } from "./which-items-lack-tests.ts";
import { answerByItems, answerOfThem } from "./which-items-were-asked.ts";
import { answerByLinks } from "./which-links-answer.ts";
import {
  areDocumentsAlone,
  asksForItemsAlone,
  asksForMore,
  gapsAsked,
  refuse,
  refuseWhole,
  sayUnanswered,
} from "./which-parts-are-answered.ts";
import { answerByRecords } from "./which-records-answer.ts";
import { loadSkills } from "./which-skills-to-load.ts";
import { searchPlainly, searchTopic, type TopicResult } from "./which-tests-are-alike.ts";
import { classify } from "./which-tools-first.ts";

/** Answers one question of a conversation; `told` is what the turn before came to. */
export function* answerQuestion(state: TurnState, asked: Question, told: Conclusion | null): Strategy<Conclusion> {
  yield* loadSkills(state, "start");
  if (!asked.isWhole && !(yield* areDocumentsAlone(state))) return refuseWhole(asked);
  const known = yield* withFilesOfPatch(state, yield* withKnownIds(state, asked));
  const { question, memory } = asMeant(known, told);
  const route = yield* understand(state, question);
  const conclusion = refusePatch(question) ?? (yield* answerParts(state, { question, route, memory }));
  yield* loadSkills(state, "answer");
  return sayFilesOpen(sayUnanswered(conclusion));
}

/** Items without test cases, or test cases and what of the change has none. */
function* answerParts(state: TurnState, matter: Matter): Strategy<Conclusion> {
  const { question, route } = matter;
  const gaps = gapsAsked(question);
  if (gaps !== "" && !asksForMore(question)) return yield* answerGaps(state, gaps, { question, route });
  return yield* lookForGaps(state, yield* tellBesides(state, yield* think(state, matter)), route);
}

/** Loads what tells how to go about it, and decides what kind of question it is. */
export function* understand(state: TurnState, question: Question): Strategy<RoutingRow | null> {
  yield* loadSkills(state, "start");
  const route = classify(state, question);
  // What is asked in words, about a change, or about several things at once takes knowledge of the domain.
  const kinds = /impact|comparison|search/.test(route?.kind ?? "");
  if (question.ids.length === 0 || question.asks.has("within") || kinds) yield* loadSkills(state, "words");
  return route;
}

interface Matter {
  question: Question;
  route: RoutingRow | null;
  memory: Conclusion | null;
}

function* think(state: TurnState, { question, route, memory }: Matter): Strategy<Conclusion> {
  if (question.asks.has("followsUp") && memory) return yield* followUp(state, { question, route, memory });
  const nothing = { question, anchors: [], sentences: [] };
  // A model that has read no routing does what comes to everybody's mind.
  if (!route) return conclude(state, { ...nothing, findings: yield* searchPlainly(state, question), accounted: [] });
  const byItems = yield* answerByItems(state, question);
  if (byItems) return byItems;
  const seeks = question.asks.has("seeks");
  const inWords = seeks && (/impact|comparison|traceability/.test(route.kind) || IN_CAPITALS.test(question.text));
  const anchors = yield* findAnchors(state, question, { inWords, route });
  const rivals = sayRivals(anchors.found);
  if (rivals !== null) return abstain(question, rivals, anchors.found);
  const tests = (seeks || anchors.found.length > 0) && anchors.found.every(isTest);
  const byRecords = tests ? yield* answerByRecords(state, { question, anchors: anchors.found }) : null;
  if (byRecords) return byRecords;
  if (anchors.found.length > 0 && asksOfItems(question) && !asksForTheirTests(question.text))
    return answerOfThem(question, anchors.found);
  if (anchors.found.length > 0) return yield* answerByLinks(state, { question, route, anchors });
  const looks = state.profile.refinements > 0 || question.words.length === 0;
  const unknown = looks ? yield* missing(state, { question, names: anchors.unknown }) : [];
  if (unknown.length > 0) return abstain(question, sayUnknown(unknown));
  if (asksForItemsAlone(question) && !(yield* areDocumentsAlone(state))) return refuse(question);
  return conclude(state, { ...nothing, ...(yield* searchTopics(state, question, route)) });
}

/** Asks something of what it names, in a sentence or in a few words: `effort of REQ-12?` */
function asksOfItems(question: Question): boolean {
  const inFewWords = question.text.trim().endsWith("?") && question.words.length > 0 && !question.asks.has("seeks");
  return asksForItemsAlone(question) || inFewWords;
}

const isTest = ({ type }: Anchor) => type === "test_case";

/** Words in capitals, one behind the other: a name. */
const IN_CAPITALS = /(?<!\p{L})\p{Lu}{3,} \p{Lu}{2,}(?!\p{L})/u;

/** Names without a record for which there is no answer: those of a topic, or of a description of which the texts say anything, are words of it. */
function* missing(
  state: TurnState,
  { question, names }: { question: Question; names: readonly string[] },
): Strategy<readonly string[]> {
  const asks = question.asks.has("seeks") || question.text.includes("?");
  if (question.words.length > 0 && !asks) return [];
  const open = yield* unsaid(state, names);
  return asks || open.length === names.length ? open : [];
}

/** Of names without a record those that no text says either: what the texts say (`RFC 7030`) is a word of theirs, whatever it looks like. */
function* unsaid(state: TurnState, names: readonly string[]): Strategy<string[]> {
  const calls = names.map((name) => ({
    tool: "keyword_search",
    args: { query: `"${name.replaceAll('"', " ")}"`, types: ["test_case"], limit: 1 },
  }));
  const views = yield* performAll(state, calls);
  return names.filter((_, index) => views[index]?.rows.length === 0);
}

/** Each topic on its own where the question has several, then what any or all of them have. */
function* searchTopics(state: TurnState, question: Question, route: RoutingRow): Strategy<TopicResult> {
  const topics = state.rule("several things") ? topicsIn(question) : [question];
  const results: TopicResult[] = [];
  for (const topic of topics) results.push(yield* searchTopic(state, topic, route));
  const both = question.asks.has("all");
  const [first, ...rest] = results;
  const none = { findings: new FoundTests(), support: 0, sentences: [], accounted: [] };
  return rest.reduce(
    (all, next) => ({
      findings: both ? all.findings.and(next.findings) : all.findings.or(next.findings),
      support: both ? Math.min(all.support, next.support) : Math.max(all.support, next.support),
      sentences: [...all.sentences, ...next.sentences],
      accounted: [...all.accounted, ...next.accounted],
    }),
    first ?? none,
  );
}
