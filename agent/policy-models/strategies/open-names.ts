import { contentWords } from "../reading/content-words.ts";
import type { Question } from "../reading/question.ts";
import { findPhrase } from "./words.ts";

/** A capital at the beginning of a sentence says nothing about the word. */
const SENTENCE_START = /(?:^|[.;:?!]\s|\n)\s*["'(]?$/;

/**
 * The words that a question writes like names (`Xn`, `R17`, `NGAP`: a digit, or a capital that begins no sentence) and
 * that none of the texts says. A name is never left out of an answer in silence.
 */
export function openNames(question: Question, texts: readonly string[]): string[] {
  const names = contentWords(question.text).filter((word) => isName(word, question));
  return [...new Set(names)].filter((name) => !texts.some((text) => findPhrase(text, name) >= 0));
}

function isName(word: string, { text, words }: Question): boolean {
  if (!words.includes(word)) return false;
  if (/\d/.test(word) || /\S\p{Lu}/u.test(word)) return true;
  return /^\p{Lu}/u.test(word) && !SENTENCE_START.test(text.slice(0, text.indexOf(word)));
}

/** What is said of names that played no part in finding the answer; nothing where there are none. */
export function sayOpenNames(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.map((name) => `"${name}"`).join(", ");
  return [`Not confirmed: ${listed} does not stand in what was seen of these records.`];
}
