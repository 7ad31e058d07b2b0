import { fold } from "../../../base/fold.ts";
import type { FoundTests } from "../found-tests.ts";
import { spoken, textOf } from "../reading/what-came-back.ts";
import { readQuestion } from "../reading/what-was-asked.ts";
import { contentWords, correctTypos, quote, saysNoun } from "../reading/words.ts";
import { asksForItems } from "../reading/words-of-asking.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { isFromSearch } from "./what-was-left-open.ts";
import { abstain, type Conclusion } from "./when-to-abstain.ts";
import { allRows, pageSize, perform } from "./whether-to-call.ts";
import { refuse } from "./which-parts-are-answered.ts";
import { readAttributes } from "./which-tests-fulfil-them.ts";

/** What a test case can be linked to, by how a question says it: by the noun, and by the verb where the noun is the corpus' own. */
const LINKED = [
  {
    type: "message",
    noun: /\bmessages?\b/,
    verb: /\b(?:(?:cover|exercis|touch)\w*|go(?:es)?|runs?)\b/,
  },
  {
    type: "protocol",
    noun: /\bprotocols\b/,
    verb: /\b(?:(?:cover|exercis|touch)\w*|go(?:es)?|runs?)\b/,
  },
  {
    type: "backlog_item",
    noun: /\b(?:backlog|items?|parts?)\b/,
    verb: /\b(?:(?:verif|check|trace|record|link|belong|behind|written|their|hit)\w*|stands? for)\b/,
  },
];
/** What a corpus calls by names of its own, which only its records tell. */
const NAMED_BY_SUBTYPE = LINKED.filter(({ type }) => type === "backlog_item");
const COUNTS = /\b(?:how many|count|numbers?)\b/;

/** What nothing here tells of test cases: which of them not, which more. */
const TURNS = /\b(?:not|no|none|never|without|except|more|most|least|than|both|after|before)\b|n['’]t\b/i;

/**
 * Tells what is asked about the test cases found besides their ids: what they are linked to, their attributes, how many
 * there are of each kind. It looks into as many of them as the profile has patience for, and names what it finds.
 */
export function* tellBesides(state: TurnState, conclusion: Conclusion): Strategy<Conclusion> {
  const { question, findings, anchors } = conclusion;
  const { quoted } = question;
  const described = anchors.length > 0 && anchors.every(({ type }) => type === "test_case");
  const counted =
    /\b(?:per|by|each)\b.*/.exec(COUNTS.test(question.text.toLowerCase()) ? question.text : "")?.[0] ?? "";
  // Of other languages than English no part of a sentence is read as an aside: a turn of its own may ask for items of what was found.
  const ofItems = question.asks.has("followsUp") && asksForItems(question.text);
  const aside = question.aside || (ofItems ? question.text : "");
  const asked = correctTypos([described ? question.text : counted, aside].join(" ")).toLowerCase();
  const knows = state.rule("one step or all") ?? state.rule("ids first");
  if (conclusion.abstention !== null || !knows || asked.trim() === "") return conclusion;
  // What is asked of the tests of something that is only told was searched for by its words: those are not its tests.
  const onlyTold = question.aside !== "" && !readQuestion(question.text, { later: false }).asks.has("seeks");
  if (onlyTold && !question.asks.has("followsUp") && isFromSearch(findings)) return refuse(question);
  const tests = findings.first(state.profile.looksInto);
  const values = yield* valuesOf(state, tests, { asked, all: findings.size });
  const about = correctTypos(aside).toLowerCase() || asked;
  const nounsOnly = values.some((value) => singularOf(about).includes(singularOf(value.slice(0, value.indexOf(":")))));
  const links = yield* linksOf(state, { conclusion, tests, asked: about, nounsOnly });
  const said = conclusion.sentences.join(" ");
  const found = [...values, ...links];
  // Of a record that was asked for something that is not told, its being listed is no answer.
  if (described && found.length === 0 && question.aside === "" && asksForItems(question.text) && !isCount(said))
    return refuse(question);
  const open =
    question.aside !== "" &&
    (TURNS.test(question.aside) || (contentWords(question.aside).length > 0 && found.length === 0));
  const news = open
    ? [`Not answered: ${quote(question.aside)}.`]
    : found.filter((sentence) => !said.includes(sentence.slice(0, -1)));
  // What is linked to a test case that is named was asked for, and not the test case.
  const [only, ...others] = tests.ids;
  if (described && only !== undefined && others.length === 0 && asksForItems(question.text) && quoted.length === 0) {
    const told = news.map((sentence) => sentence.replace(/^It (?=is )/, `${only} `).replace(/ it\.$/, ` ${only}.`));
    const sentences = [...conclusion.sentences, ...told];
    return { ...abstain(question, "test cases were not asked for.", anchors), sentences };
  }
  return { ...conclusion, sentences: [...conclusion.sentences, ...news] };
}

/** Distinct values of the attributes that are asked for, with how many test cases have each. */
function* valuesOf(
  state: TurnState,
  tests: FoundTests,
  { asked, all: size }: { asked: string; all: number },
): Strategy<string[]> {
  const sample = yield* readAttributes(state, tests.first(1));
  const singular = ` ${singularOf(asked)} `;
  const names = [...sample.values()].flatMap((attributes) => [...attributes.keys()]);
  // A plural is the type of thing that a test case is linked to, when its attribute has the same name in the singular.
  const isType = (name: string) => LINKED.some(({ type, noun }) => type === name && noun.test(asked));
  const wanted = names.filter((name) => singular.includes(` ${singularOf(spoken(name))} `) && !isType(name));
  if (wanted.length === 0) return [];
  const all = [...(yield* readAttributes(state, tests)).values()];
  return wanted.map((name) => {
    const values = all.map((attributes) => attributes.get(name) ?? "none read");
    const countOf = (value: string) => values.filter((other) => other === value).length;
    const said = [...new Set(values)].map((value) => (all.length === 1 ? value : `${value} (${countOf(value)})`));
    return `${all.length < size ? `Of ${all.length} of them, ` : ""}${spoken(name)}: ${said.join(", ")}.`;
  });
}

function singularOf(text: string): string {
  return fold(text).replace(/(?<=\w{3})s\b/g, "");
}

const isCount = (said: string) => /\d+ test cases? ha(?:s|ve) this: /.test(said);

interface Besides {
  conclusion: Conclusion;
  tests: FoundTests;
  asked: string;
  /** A verb alone asks for no link: it goes with the attributes that are asked for. */
  nounsOnly: boolean;
}

/** What the test cases are linked to, of the types that are asked for. */
function* linksOf(state: TurnState, { conclusion, tests, asked, nounsOnly }: Besides): Strategy<string[]> {
  const named = LINKED.filter(({ noun }) => noun.test(asked));
  const said = named.length > 0 || nounsOnly ? named : LINKED.filter(({ verb }) => verb.test(asked));
  // Neither a noun nor a verb of ours: it may still be the corpus' own word for what is linked.
  const bySubtype = said.length === 0 && !nounsOnly && (contentWords(asked).length > 0 || asksForItems(asked));
  const wanted = bySubtype ? NAMED_BY_SUBTYPE : said;
  const types = wanted.map(({ type }) => type);
  if (types.length === 0 || tests.size === 0) return [];
  const only = types.length === 1 ? { linked_type: types[0] } : {};
  const view = yield* perform(state, "trace_links", { ids: tests.ids, ...only, ...pageSize(state, "trace_links") });
  const rows = yield* allRows(state, view, ["linked_id", "linked_type"]);
  const isAll = view.ok && rows.length >= view.total && tests.size === conclusion.findings.size;
  const sentences: string[] = [];
  for (const { type } of wanted) {
    const linked = new Set(rows.filter((row) => row.linked_type === type).map(({ linked_id }) => textOf(linked_id)));
    const ids =
      type === "backlog_item" ? yield* itemsMeant(state, [...linked], { conclusion, asked, bySubtype }) : [...linked];
    if (ids.length > 0) sentences.push(sayLinked(type, ids, { all: linked.size, tests, isAll }));
    else if (isAll && linked.size === 0 && (named.length > 0 || wanted.length === 1))
      sentences.push(`No ${spoken(type)} is linked directly to ${tests.size === 1 ? "it" : "any of them"}.`);
  }
  return sentences;
}

/** Of all that they are linked to, or of those taken for what was asked for; where not all links were read, of those that were. */
function sayLinked(
  type: string,
  ids: readonly string[],
  { all, tests, isAll }: { all: number; tests: FoundTests; isAll: boolean },
): string {
  const count = (size: number) => `${isAll ? "" : "at least "}${size} ${spoken(type)}${size === 1 ? "" : "s"}`;
  const [subject, verb] = tests.size === 1 ? ["It", "is"] : ["They", "are"];
  return ids.length === all
    ? `${subject} ${verb} linked directly to ${count(all)}: ${ids.join(", ")}.`
    : `${subject} ${verb} linked directly to ${count(all)}, of which ${ids.length} ${ids.length === 1 ? "was" : "were"} taken for what is asked for: ${ids.join(", ")}.`;
}

/** Most ids that the look-up takes at once. */
const AT_ONCE = 50;

/** Of backlog items those of the subtype that is named, those within what the question is about, or the others, as is asked. */
function* itemsMeant(
  state: TurnState,
  ids: readonly string[],
  { conclusion: { anchors }, asked, bySubtype }: Pick<Besides, "conclusion" | "asked"> & { bySubtype: boolean },
): Strategy<string[]> {
  const subjects = anchors.filter(({ type, excluded }) => type === "backlog_item" && !excluded).map(({ id }) => id);
  if (/\b(?:other|further|else)\b/.test(asked)) return ids.filter((id) => !subjects.includes(id));
  if (/\bparts?\b/.test(asked) && subjects.length > 0) {
    const view = yield* perform(state, "trace_coverage", {
      ids: subjects,
      depth: 4,
      ...pageSize(state, "trace_coverage"),
    });
    const rows = yield* allRows(state, view, ["id"]);
    return view.ok ? ids.filter((id) => rows.some((row) => row.id === id)) : [...ids];
  }
  if (/\bitems?\b/.test(asked) || ids.length === 0) return [...ids];
  const view = yield* perform(state, "identifier_lookup", { ids: ids.slice(0, AT_ONCE) });
  const rows = yield* allRows(state, view, ["id", "subtype"]);
  const named = rows.filter(({ subtype }) => saysNoun(asked, spoken(textOf(subtype))));
  return named.length > 0 || bySubtype ? named.map(({ id }) => textOf(id)) : [...ids];
}
