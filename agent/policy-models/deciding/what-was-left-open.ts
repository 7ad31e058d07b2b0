import { findPhrase, foldedWords } from "../../../base/fold.ts";
import type { FoundTests } from "../found-tests.ts";
import { blankOut, isName, type Question } from "../reading/what-was-asked.ts";
import { areForms, contentWords, quote } from "../reading/words.ts";
import type { TurnState } from "../turn-state.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";

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
  /** Of an answer from records: words that nothing accounts for, and stretches that were not read. */
  open: readonly string[];
  /** What is said of it first. */
  said: readonly string[];
  /** Of a search: names that nothing which was found says. */
  names: readonly string[];
}

/**
 * Recorded links answer what is named and the conditions that were held against the records; a search answers nothing: it brings what
 * sounds alike, which may have none of it.
 */
export function findLeftOpen(state: TurnState, answered: Answered): LeftOpen {
  const { question, findings } = answered;
  const denied = question.denied.map(({ from, to }) => question.text.slice(from, to));
  const searched = isFromSearch(findings);
  const words = wordsLeftOpen(state, answered, searched);
  const open = [...denied, ...(searched ? [] : words)];
  const said = open.length > 0 ? [`Not taken into account: ${listed(open)}.`] : [];
  if (!searched) return { open, said, names: [] };
  const names = [...new Set([...words.filter((word) => isName(word, question)), ...idsNotFound(answered)])];
  return { open, said: [...said, ...sayWhatSearchesAre(answered, words)], names };
}

/** Asks for some of what is linked: `which of the tests`, `but only those`. */
const NARROWS =
  /\b(?:which|what) (?:ones? )?of\b|^\W*of [^,?!]{3,80}, (?:which|what|only|just)\b|^\W*of (?:the|those|these|all) (?:\S+ ){0,3}(?:tests?|test cases?|tcs?)\b[^?]*\b(?:only|which|what)\b|\b(?:only|just) (?:those|the ones|ones)\b/i;

/** Or says before the noun what kind of tests: `unit tests`. */
function narrows({ text }: Question, open: readonly string[]): boolean {
  const before = [...text.matchAll(/(\S+) (?:tests?|test cases?|tcs?)\b/gi)].map(([, word = ""]) => word.toLowerCase());
  return NARROWS.test(text) || open.some((word) => before.includes(word.toLowerCase()));
}

/**
 * Why nothing is listed: the question asks for some of a list, and which was not understood; or it names something that nothing
 * which was found says. Null where neither is so.
 */
export function cannotList(
  { profile }: TurnState,
  { question, findings }: Pick<Answered, "question" | "findings">,
  { open, names }: LeftOpen,
): string | null {
  if (!profile.verifies) return null;
  if (names.length > 0) return `${sayUnread(names).slice(0, -1)}, so which test cases are meant is not known.`;
  if (open.length === 0 || isFromSearch(findings) || !narrows(question, open)) return null;
  const { size } = findings;
  return `${size} test case${size === 1 ? " was" : "s were"} found, and which of them ${listed(open)} means is not known.`;
}

/** What has the shape of an id, that no record has and nothing which was found says. */
function idsNotFound({ question: { ids, known }, findings }: Answered): string[] {
  const texts = findings.list.flatMap(({ id, title, evidence }) => [id, title, ...evidence.map(({ why }) => why)]);
  const isSaid = (id: string) => [...known, ...texts].some((text) => findPhrase(text, id) >= 0);
  return ids.map(({ text }) => text).filter((id) => !isSaid(id));
}

/** Some of it was found by likeness alone. */
function isFromSearch(findings: FoundTests): boolean {
  return findings.list.some(({ evidence }) => evidence.every(({ kind }) => kind === "search"));
}

function sayWhatSearchesAre({ question, findings, sentences }: Answered, words: readonly string[]): string[] {
  const { size } = findings;
  const isCounted = sentences.some((sentence) => /^\d+ test cases? ha(?:s|ve) this: /.test(sentence));
  return [
    ...(sentences.length === 0
      ? [
          `${size} test case${size === 1 ? " sounds" : "s sound"} like it; no record says that ${size === 1 ? "it is" : "they are"} what was asked for.`,
        ]
      : []),
    ...(words.length > 0 ? [sayUnread(words)] : []),
    ...(question.asks.has("counts") && !isCounted ? ["How many there are was not counted."] : []),
  ];
}

function sayUnread(words: readonly string[]): string {
  return `${listed(words)} ${words.length === 1 ? "stands" : "stand"} in none of the titles and excerpts that were read.`;
}

function listed(texts: readonly string[]): string {
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
  return [...new Set(askingWords(question))].filter((word) => question.words.includes(word) && !isKnown(word));
}

/** The content words of what asks, without what it describes and what was not read. */
function askingWords({ text, denied, told, parts }: Question): string[] {
  const describes = parts.some(({ kind }) => kind !== "told") || contentWords(text).length > MOST;
  const aside = [...denied, ...(describes ? told : [])].map(({ from, to }) => ({
    text: text.slice(from, to),
    at: from,
  }));
  return contentWords(blankOut(text, aside));
}
