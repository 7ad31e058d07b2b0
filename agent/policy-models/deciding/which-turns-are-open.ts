import { blankOut, type Question } from "../reading/what-was-asked.ts";
import { EACH } from "./what-is-said-of-links.ts";
import type { Anchor } from "./which-items-are-meant.ts";

/** What an answer rests on, and whether a search brought it. */
interface Held {
  question: Question;
  anchors: readonly Anchor[];
  accounted: readonly string[];
  sentences: readonly string[];
  searched: boolean;
}

/** Words that change which things are meant or what is said of them, and when an answer has carried them out. */
interface Turn {
  words: RegExp;
  isDone: (held: Held, at: number) => boolean;
}

const isTest = ({ type }: Anchor) => type === "test_case";

const TURNS: readonly Turn[] = [
  {
    words: /\b(?:both|in common|common to|overlap\w*|shared|as well as|simultaneously|at once|jointly|also|too)\b/gi,
    isDone: (held) => isOfSeveral(held) || leavesOut(held),
  },
  {
    words: /\b(?:former|latter|second)\b/gi,
    isDone: ({ question: { asks } }) => asks.has("firstOnly") || asks.has("followsUp") || asks.has("adds"),
  },
  { words: /\b(?:bigger|larger)\b/gi, isDone: ({ question: { asks } }) => asks.has("parent") },
  {
    words: /\b(?:more|few)\b/gi,
    isDone: ({ sentences }) => sentences.some((sentence) => sentence.startsWith(EACH)),
  },
  {
    words:
      /\b(?:not|no|never|none|nothing|nobody|nowhere|neither|nor|without|except|excluding|other than|apart from|rather than|instead of|cannot)\b|n['’]t\b/gi,
    isDone: leavesOut,
  },
  {
    words: /\bhow many\b|\bcount\b|\bnumber of\b/gi,
    isDone: ({ searched, sentences }) => !searched || sentences.some(isCount),
  },
  {
    words: /\b(?:after|before|already|through|under|below|within)\b/gi,
    isDone: ({ question: { asks, excluded }, anchors, searched }) =>
      searched ||
      ["within", "parent", "pair", "firstOnly"].some((intent) => asks.has(intent as "within")) ||
      (excluded.length > 0 && anchors.some((anchor) => anchor.excluded)) ||
      anchors.some(({ type }) => /message|protocol/.test(type)),
  },
  {
    words: /\b(?:requirements?|features?|specifications?|documents?|defects?|design|items?)\b/gi,
    isDone: isOfName,
  },
];

/** What several things have in common was taken, or what any of them has. */
function isOfSeveral({ question: { asks }, anchors, searched }: Held): boolean {
  const items = anchors.filter((anchor) => !isTest(anchor));
  return (
    asks.has("any") ||
    asks.has("followsUp") ||
    (asks.has("others") && anchors.some(isTest)) ||
    (asks.has("all") && !searched && items.length > 1)
  );
}

const isCount = (sentence: string) => /^(?:At least )?\d+ test cases? ha(?:s|ve) this: /.test(sentence);

/** The turns of phrase that the answer has not carried out. */
export function findTurnsOpen(held: Held): string[] {
  const text = askingText(held);
  return TURNS.flatMap(({ words, isDone }) =>
    [...text.matchAll(words)].filter(({ index }) => !isDone(held, index)).map(([found]) => found.toLowerCase()),
  );
}

/** What asks: the question without what it names, and without the sentences that only tell of something named. */
export function askingText({ question, anchors }: Pick<Held, "question" | "anchors">): string {
  const { text, told, parts, ids, quoted } = question;
  const called = anchors.map((anchor) => ({ text: anchor.called, at: anchor.at }));
  // What an earlier turn named stands in that turn.
  const names = [...called, ...ids, ...quoted].filter((name) => name.at < text.length);
  const asks = parts.some(({ kind }) => kind !== "told");
  const background = told.filter(({ from, to }) => asks && names.some(({ at }) => at >= from && at < to));
  return blankOut(text, [...names, ...background.map(({ from, to }) => ({ text: text.slice(from, to), at: from }))]);
}

/** All that the question leaves out was named and taken away, or held against the records as a value. */
function leavesOut({ question, anchors, accounted }: Held): boolean {
  if (question.asks.has("firstOnly")) return true;
  const isTaken = ({ from, to }: Question["excluded"][number]) =>
    anchors.some(({ excluded, at }) => excluded && at >= from && at < to) ||
    accounted.some((said) => said.startsWith("not "));
  const stretches = question.excluded;
  return stretches.length > 0 ? stretches.every(isTaken) : accounted.some((said) => said.startsWith("not "));
}

const ASKED = /\b(?:which|what|how many)\s+(?:of the |other )?$/i;

/** Characters between a noun and the name that it belongs to. */
const NEAR = 25;

/** `requirement REQ-12`, `the backlog items`: the noun of what is named, or of what tests are linked to anyway. */
function isOfName({ question, anchors, accounted, searched }: Held, at: number): boolean {
  const noun = /^\w+/.exec(question.text.slice(at))?.[0].toLowerCase() ?? "";
  const singular = noun.replace(/s$/, "");
  const texts = [
    ...accounted,
    ...anchors.flatMap(({ title, called, record }) => [title, called, String(record?.subtype ?? "")]),
  ];
  if ((anchors.length > 0 && anchors.every(isTest)) || question.asks.has("parent")) return true;
  // Items are asked for, and tests were found.
  if (ASKED.test(question.text.slice(0, at)) && !question.asks.has("sameItems")) return false;
  return (
    anchors.some((anchor) => Math.abs(anchor.at - at) <= NEAR) ||
    texts.some((text) => text.toLowerCase().includes(singular)) ||
    (!searched && question.asks.has("sameItems"))
  );
}
