import { findPhrase, foldedWords } from "../../../base/fold.ts";
import type { FoundTests } from "../found-tests.ts";
import { isName, type Question, withoutIntents } from "../reading/what-was-asked.ts";
import { areForms, quote, wordsToAccount } from "../reading/words.ts";
import { asksForItems } from "../reading/words-of-asking.ts";
import type { TurnState } from "../turn-state.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import { askingText, findTurnsOpen } from "./which-turns-are-open.ts";

interface Answered {
  question: Question;
  findings: FoundTests;
  anchors: readonly Anchor[];
  sentences: readonly string[];
  /** What of the question was held against the records. */
  accounted: readonly string[];
}

/** Words and stretches that are quoted at most. */
const MOST = 8;

/** What of a question its answer does not rest on. */
export interface LeftOpen {
  /** Words that nothing accounts for, and turns of phrase that were not carried out. */
  open: readonly string[];
  /** What is said of it first, where it is answered all the same. */
  said: readonly string[];
  /** Of a description: names that nothing which was found says. */
  names: readonly string[];
}

/**
 * The account of a question: recorded links answer what is named and the conditions that were held against the records; a search
 * answers nothing and brings what sounds alike, so that its hits must say the words. What is left, no answer rests on.
 */
export function findLeftOpen(state: TurnState, answered: Answered): LeftOpen {
  const { question, findings } = answered;
  const searched = isFromSearch(findings);
  const words = wordsLeftOpen(state, answered, searched);
  const open = [...new Set([...findTurnsOpen({ ...answered, searched }), ...words])];
  if (!searched) return { open, said: open.length > 0 ? [`Not taken into account: ${listed(open)}.`] : [], names: [] };
  const names = [...new Set([...words.filter((word) => isName(word, question)), ...idsNotFound(answered)])];
  return { open, said: sayWhatSearchesAre(answered, words), names };
}

/** What of a question keeps it from being answered; [] for nothing. A description is ranked: only its names must be found. */
export function cannotAnswer(question: Question, { open, names }: LeftOpen): readonly string[] {
  return isAsked(question) ? [...new Set([...open, ...names])] : names;
}

function isAsked({ asks, parts, text, excluded }: Question): boolean {
  const intent = (["seeks", "every", "counts"] as const).some((way) => asks.has(way)) || asksForItems(text);
  return intent || excluded.length > 0 || text.includes("?") || parts.some(({ kind }) => kind !== "told");
}

/** What has the shape of an id, that no record has and nothing which was found says. */
function idsNotFound({ question: { ids, known }, findings }: Answered): string[] {
  const texts = findings.list.flatMap(({ id, title, evidence }) => [id, title, ...evidence.map(({ why }) => why)]);
  const isSaid = (id: string) => [...known, ...texts].some((text) => findPhrase(text, id) >= 0);
  return ids.map(({ text }) => text).filter((id) => !isSaid(id));
}

/** Some of it was found by likeness alone. */
export function isFromSearch(findings: FoundTests): boolean {
  return findings.list.some(({ evidence }) => evidence.every(({ kind }) => kind === "search"));
}

function sayWhatSearchesAre({ question, findings, sentences }: Answered, words: readonly string[]): string[] {
  const { size } = findings;
  const isCounted = sentences.some((sentence) => /^\d+ test cases? ha(?:s|ve) this: /.test(sentence));
  return [
    ...(sentences.length === 0
      ? [
          `${size} test case${size === 1 ? " was" : "s were"} found by a search for words; whether ${size === 1 ? "it is" : "they are"} what was asked for was not checked.`,
        ]
      : []),
    ...(words.length > 0 ? [sayUnread(words)] : []),
    ...(question.asks.has("counts") && !isCounted ? ["How many there are was not counted."] : []),
  ];
}

function sayUnread(words: readonly string[]): string {
  return `${listed(words)} ${words.length === 1 ? "stands" : "stand"} in none of the titles and excerpts of what is listed.`;
}

export function listed(texts: readonly string[]): string {
  const more = texts.length > MOST ? ` and ${texts.length - MOST} more` : "";
  return `${texts.slice(0, MOST).map(quote).join(", ")}${more}`;
}

/** The words by which the question asks for something that nothing known of its answer says. */
function wordsLeftOpen(state: TurnState, answered: Answered, searched: boolean): string[] {
  const { question, findings, anchors, sentences, accounted } = answered;
  const texts = [
    ...accounted,
    ...anchors.map((anchor) => `${nameOf(anchor)} ${anchor.type} ${anchor.called}`),
    ...state.knowledge.routes.flatMap(({ kind, signals }) => [kind, ...signals]),
    ...(searched
      ? [...sentences, ...findings.list.flatMap(({ title, evidence }) => [title, ...evidence.map(({ why }) => why)])]
      : []),
  ];
  const known = new Set(texts.flatMap((text) => foldedWords(text)));
  const isKnown = (word: string) =>
    foldedWords(word).every((part) => known.has(part) || [...known].some((other) => areForms(other, part)));
  const words = wordsToAccount(withoutIntents(askingText(answered), question));
  return [...new Set(words)].filter((word) => question.words.includes(word) && !isKnown(word));
}
