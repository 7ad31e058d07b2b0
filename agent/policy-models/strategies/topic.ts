import type { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/question.ts";
import type { Resolved } from "./vocabulary.ts";
import { coverage, fold } from "./words.ts";

/** What is searched for. */
export interface SearchTopic {
  question: Question;
  resolved: readonly Resolved[];
  /** The project's terms in place of the words that they stand for, then the other words. */
  terms: readonly string[];
}

export function toTopic(question: Question, resolved: readonly Resolved[]): SearchTopic {
  const replaced = new Set(resolved.flatMap((entry) => fold(entry.phrase).split(" ")));
  const accountedFor = (word: string) =>
    fold(word)
      .split(" ")
      .every((part) => replaced.has(part));
  return {
    question,
    resolved,
    terms: [...resolved.map((entry) => entry.term), ...question.words.filter((word) => !accountedFor(word))],
  };
}

/** Share of the asked words that the best of the first hits shows, in its title or in what was quoted of it. */
export function supportOf(hits: FoundTests, terms: readonly string[]): number {
  const words = terms.flatMap((term) => fold(term).split(" "));
  const texts = hits.list.slice(0, 5).map((hit) => `${hit.title} ${hit.evidence.map((entry) => entry.why).join(" ")}`);
  return Math.max(0, ...texts.map((text) => coverage(words, text)));
}
