import { fold, foldedWords } from "../../../base/fold.ts";
import { withoutOperators } from "../../../db/search/query.ts";
import { FoundTests, sayCount, testsIn } from "../found-tests.ts";
import { entityOf, type ResultView, spoken, textOf } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { capital, coverage, otherForm } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { type Resolved, resolveVocabulary } from "./what-the-words-mean.ts";
import { perform, performAll } from "./whether-to-call.ts";
import { accountedBy, sayCondition } from "./which-conditions-are-set.ts";
import { loadSkills } from "./which-skills-to-load.ts";
import { linkedTests } from "./which-tests-are-linked.ts";
import { type CheckedHits, checkHits } from "./which-tests-fulfil-them.ts";
import { searchTools } from "./which-tools-first.ts";

/** What a search for a topic came to. */
export interface TopicResult {
  findings: FoundTests;
  /** How well the best of it carries what was asked, 0 to 1. */
  support: number;
  /** What the search was held to, and what the asker's words were taken for; nothing where nothing was checked. */
  sentences: readonly string[];
  /** What of the question was held against the records. */
  accounted: readonly string[];
}

/** Share of the asked words in the best hit below which a search was poor. */
const POOR = 0.7;

/**
 * Test cases about a topic: the project's terms are found first, then searched for; a poor result is searched again in
 * other words and by other means; what was found is held against its records.
 */
export function* searchTopic(state: TurnState, question: Question, route: RoutingRow | null): Strategy<TopicResult> {
  const { longestSearchList } = state.profile;
  const resolved = yield* resolveVocabulary(state, question);
  const seeks = question.asks.has("seeks");
  const topic = { question, route, terms: termsOf(question, resolved), translated: seeks && resolved.length > 0 };
  const found = yield* searchInManyWays(state, topic);
  const hits = found.or(yield* overBacklogItems(state, topic)).ranked();
  // A description sets no conditions, and nothing says how much of it a record must say.
  if (!seeks) return { findings: hits.first(longestSearchList), support: 1, sentences: [], accounted: [] };
  const checked = yield* checkHits(state, hits, { question, resolved });
  if (!checked) {
    const shown = supportOf(hits, topic.terms);
    const support = shown < state.profile.abstainBelow ? yield* supportBehind(state, topic.terms) : shown;
    const first = hits.first(longestSearchList);
    const carrying = yield* carryingAll(state, first, topic.terms);
    const carried = support * (yield* shareKnown(state, hits, topic.terms));
    const titled = yield* overTitles(state, topic);
    const isPoor = (carried < state.profile.abstainBelow || carrying === null) && titled.size > 0;
    return {
      findings: isPoor ? titled : behind(carrying ?? first, titled),
      support: isPoor ? 1 : carried,
      sentences: [],
      accounted: [],
    };
  }
  const findings = checked.findings.first(longestSearchList * 2);
  return {
    findings,
    support: supportWith(checked.findings, topic.terms, [
      ...checked.conditions.flatMap(({ attribute, values }) => [spoken(attribute), ...values]),
      ...resolved.map(({ term }) => term),
    ]),
    sentences: sayTopic(state, findings, { ...checked, resolved }),
    accounted: accountedBy(checked.conditions, resolved),
  };
}

interface Topic {
  question: Question;
  route: RoutingRow | null;
  /** What is searched for. */
  terms: readonly string[];
  /** Some of them are the project's for other words of a question; a description is searched for as it stands. */
  translated: boolean;
}

function* searchInManyWays(state: TurnState, topic: Topic): Strategy<FoundTests> {
  const { question, route, terms, translated } = topic;
  const { refinements, crossChecks } = state.profile;
  const tools = searchTools(state, route);
  const [plainest] = searchTools(state, null);
  // Another attempt begins with another kind of search.
  const start = question.again ? 1 : 0;
  const toolAt = (place: number) => tools[place % Math.max(1, tools.length)];
  // As it stands unless the project has terms for it: any word may be one of the records'.
  const asTold = { tool: toolAt(start), query: terms.join(" ") };
  const asItStands = { tool: question.again ? toolAt(start) : plainest, query: asTyped(question) };
  let hits = yield* searchOnce(state, translated ? asTold : asItStands);
  for (let attempt = 1; attempt <= refinements && supportOf(hits, terms) < POOR; attempt++) {
    yield* loadSkills(state, "poor");
    const others = fewer(crossChecks ? yield* respelled(state, terms) : terms, attempt);
    hits = behind(hits, yield* searchOnce(state, { tool: toolAt(start + attempt), query: others.join(" ") }));
  }
  if (!crossChecks) return hits;
  const second = yield* searchOnce(state, { tool: toolAt(start + 1), query: terms.join(" ") });
  return translated
    ? behind(hits.or(second), yield* searchOnce(state, asItStands))
    : behind(behind(hits, yield* searchOnce(state, { ...asItStands, tool: toolAt(start) })), second);
}

/** Nothing where nothing but an id is asked for: what is written like one is no topic. */
function asTyped({ text, words, asks }: Question): string {
  return words.length > 0 || !asks.has("seeks") ? withoutOperators(text) : "";
}

/** The question's own words in the plainest search, and what comes up first: what one does who has read no routing. */
export function* searchPlainly(state: TurnState, question: Question): Strategy<FoundTests> {
  const [tool] = searchTools(state, null);
  const names = [...question.possibleIds, ...question.quoted].map(({ text }) => text);
  const query =
    [...names, ...question.words].join(" ").slice(0, LONGEST_QUERY) || question.text.slice(0, LONGEST_QUERY);
  const view = tool ? yield* perform(state, tool, { query, limit: state.profile.searchLimit }) : null;
  return view ? hitsOf(view).first(state.profile.longestSearchList) : new FoundTests();
}

/** The project's terms in place of the words that they stand for, then the other words. */
function termsOf(question: Question, resolved: readonly Resolved[]): string[] {
  const replaced = new Set(resolved.flatMap(({ phrase }) => foldedWords(phrase)));
  const isReplaced = (word: string) => foldedWords(word).every((part) => replaced.has(part));
  return [...resolved.map(({ term }) => term), ...question.words.filter((word) => !isReplaced(word))];
}

/** Letters in common from which one spelling is taken for another, 0 to 1. */
const ALIKE = 0.7;

/** Words that the knowledge base spells a little otherwise, as it spells them: a slip of the pen finds nothing. */
function* respelled(state: TurnState, terms: readonly string[]): Strategy<string[]> {
  const words = state.rule("nothing found") ? terms.filter((term) => /^\p{L}{6,}$/u.test(term)).slice(0, 3) : [];
  const views = yield* performAll(
    state,
    words.map((term) => ({ tool: "kb_resolve_term", args: { term, limit: 1 } })),
  );
  return terms.map((term) => {
    const [row] = views[words.indexOf(term)]?.rows ?? [];
    return Number(row?.similarity) >= ALIKE ? textOf(row?.matched) || term : term;
  });
}

/** The longest terms carry most. */
function fewer(terms: readonly string[], attempt: number): string[] {
  return terms.toSorted((a, b) => b.length - a.length).slice(0, attempt === 1 ? 3 : 6);
}

/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 900;

function* searchOnce(
  state: TurnState,
  { tool, query }: { tool: string | undefined; query: string },
): Strategy<FoundTests> {
  const words = query.slice(0, LONGEST_QUERY).trim();
  if (tool === undefined || words === "") return new FoundTests();
  return hitsOf(yield* perform(state, tool, { query: words, types: ["test_case"], limit: state.profile.searchLimit }));
}

/** The test cases among the hits of a search, in its order. */
export function hitsOf(view: ResultView): FoundTests {
  return testsIn(view, view.rows, ({ snippet }) => ({ kind: "search", why: textOf(snippet) }));
}

/** What a poorer search brings besides stands behind, and moves nothing that is there. */
function behind(hits: FoundTests, others: FoundTests): FoundTests {
  const moved = others.without(hits).list.map((test) => ({
    ...test,
    evidence: test.evidence.map((evidence) => ({ ...evidence, rank: evidence.rank + hits.size })),
  }));
  return hits.or(new FoundTests(moved));
}

/** Share of the asked words that a backlog item must have to be taken for what is meant. */
const ITEM_MATCH = 0.75;

/** A backlog item that says what was asked leads to tests by its links: a way that likeness alone does not take. */
function* overBacklogItems(state: TurnState, { question, terms, route }: Topic): Strategy<FoundTests> {
  const [tool] = searchTools(state, route);
  if (!state.rule("references") || !state.profile.verifies || tool === undefined || question.words.length < 3)
    return new FoundTests();
  const query = terms.join(" ").slice(0, LONGEST_QUERY);
  const view = yield* perform(state, tool, { query, types: ["backlog_item"], limit: 5 });
  const row = view.rows.find(
    ({ title, snippet }) => coverage(question.words, `${textOf(title)} ${textOf(snippet)}`) >= ITEM_MATCH,
  );
  const subject = row && entityOf(row);
  return subject ? (yield* linkedTests(state, { subject, deep: false, route: null })).findings : new FoundTests();
}

/** Tests of the items whose titles say all of a short topic: they need not say it themselves. */
function* overTitles(state: TurnState, { question, terms, route }: Topic): Strategy<FoundTests> {
  const [tool] = searchTools(state, route);
  if (
    !state.rule("references") ||
    !state.profile.verifies ||
    tool === undefined ||
    terms.length === 0 ||
    terms.length > 2
  )
    return new FoundTests();
  const view = yield* perform(state, tool, { query: terms.join(" "), types: ["backlog_item"], limit: 5 });
  let findings = new FoundTests();
  // One word stands in many titles.
  const saysAll = (title: string) =>
    terms.length === 1 ? fold(title) === fold(terms.join()) : coverage(question.words, title) === 1;
  for (const row of view.rows.filter(({ title }) => saysAll(textOf(title)))) {
    const subject = entityOf(row);
    if (subject) findings = findings.or((yield* linkedTests(state, { subject, deep: false, route: null })).findings);
  }
  return findings;
}

/** Words of a question that carry it, however long it is: a record says what it says in fewer. */
const CARRYING = 6;

/** How well the best of the first hits carries the asked words, in its title or in what was shown of it: 0 to 1. */
export function supportOf(hits: FoundTests, terms: readonly string[]): number {
  const words = terms.flatMap((term) => foldedWords(term));
  const texts = hits.list
    .slice(0, 5)
    .map(({ title, evidence }) => `${title} ${evidence.map(({ why }) => why).join(" ")}`);
  const share = Math.max(0, ...texts.map((text) => coverage(words, text)));
  return words.length > CARRYING ? Math.min(1, (share * words.length) / CARRYING) : share;
}

/** A search shows the beginning of a record. Enough of the words may stand together behind it: as many as the profile asks for, the longest. */
function* supportBehind(state: TurnState, terms: readonly string[]): Strategy<number> {
  const { abstainBelow } = state.profile;
  const needed = Math.ceil(abstainBelow * Math.min(terms.length, CARRYING));
  const longest = terms.toSorted((a, b) => b.length - a.length).slice(0, needed);
  const query = longest.map((term) => `"${term.replaceAll('"', " ")}"`).join(" AND ");
  const view = yield* perform(state, "keyword_search", {
    query: query.slice(0, LONGEST_QUERY),
    types: ["test_case"],
    limit: 1,
  });
  return view.rows.length > 0 ? abstainBelow : 0;
}

/** A list of so many is not read to its end. */
const MANY = 10;

/** Of a long list those whose texts say all words, and what recorded links brought: a search lists whatever is a little alike. Null where none do. */
function* carryingAll(state: TurnState, hits: FoundTests, terms: readonly string[]): Strategy<FoundTests | null> {
  if (!state.profile.verifies || hits.size <= MANY || terms.length === 0 || terms.length > CARRYING) return hits;
  const query = terms.map((term) => `"${term.replaceAll('"', " ")}"`).join(" AND ");
  const limit = state.profile.searchLimit;
  const all = hitsOf(yield* perform(state, "keyword_search", { query, types: ["test_case"], limit }));
  const kept = hits.keep((test) => all.has(test) || test.evidence.some(({ kind }) => kind !== "search"));
  return kept.size > 0 ? kept : null;
}

/** A topic of more words may have some that say nothing of it. */
const SHORT_TOPIC = 3;
/** A word that no record says is the rarest of all: it counts as so many. */
const RAREST = 3;

/** Share of a short topic's words that any record says; what none says counts more. */
function* shareKnown(state: TurnState, hits: FoundTests, terms: readonly string[]): Strategy<number> {
  const open = terms.filter((term) => supportOf(hits, [term]) === 0);
  if (!state.profile.verifies || terms.length > SHORT_TOPIC) return 1;
  if (open.length === 0 || open.length === terms.length) return 1;
  const views = yield* performAll(
    state,
    open.map((term) => ({ tool: "keyword_search", args: { query: `"${term.replaceAll('"', " ")}"`, limit: 1 } })),
  );
  const unsaid = views.filter((view) => view.ok && view.rows.length === 0).length;
  return terms.length / (terms.length + (RAREST - 1) * unsaid);
}

/** Words that a condition or a resolved term accounts for need not stand in the hit's text. */
function supportWith(kept: FoundTests, terms: readonly string[], accounted: readonly string[]): number {
  if (kept.size === 0) return 0;
  const known = new Set(accounted.flatMap((value) => foldedWords(value)));
  const words = terms.flatMap((term) => foldedWords(term));
  const open = words.filter((word) => ![...known].some((value) => value === word || otherForm(word, value) !== ""));
  const share = words.length === 0 ? 1 : (words.length - open.length) / words.length;
  return share + (1 - share) * supportOf(kept, open);
}

function sayTopic(
  { profile }: TurnState,
  findings: FoundTests,
  { conditions, whole, resolved }: CheckedHits & { resolved: readonly Resolved[] },
): string[] {
  if (findings.size === 0) return [];
  const replaced = resolved.filter(({ phrase, term }) => fold(phrase) !== fold(term));
  const taken = replaced.map(({ phrase, term }) => `"${phrase}" was taken for ${term}`);
  return [
    sayHowMany(findings, whole, {
      asked: conditions.map(sayCondition).join(", "),
      share: profile.strictness === 1 ? "" : "all or most of ",
    }),
    ...(taken.length > 0 ? [`${taken.join(", ")}.`] : []),
  ];
}

/** Of all that have it where a query counted them; else of those alone that a search brought and whose records were read. */
function sayHowMany(
  findings: FoundTests,
  whole: FoundTests | null,
  { asked, share }: { asked: string; share: string },
): string {
  const { size } = findings;
  if (whole === null)
    return `Of the test cases that a search brought, ${size} ${size === 1 ? "is" : "are"} listed that ${size === 1 ? "has" : "have"} ${share}this: ${asked}.`;
  const count = `${capital(sayCount(whole))} ${whole.size === 1 ? "has" : "have"} this: ${asked}.`;
  const [listed, more] = [findings.and(whole).size, findings.without(whole).size];
  return [
    count,
    ...(listed < whole.size ? [`${listed} of them ${listed === 1 ? "is" : "are"} listed.`] : []),
    ...(more > 0 ? [`${more} more ${more === 1 ? "is" : "are"} listed, with most of it.`] : []),
  ].join(" ");
}
