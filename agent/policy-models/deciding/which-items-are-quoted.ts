import { fold } from "../../../base/fold.ts";
import { entityOf, type ResultRow, type RowEntity, textOf } from "../reading/what-came-back.ts";
import { isExcluded, type Question, type Stretch } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { performAll } from "./whether-to-call.ts";
import { searchTools } from "./which-tools-first.ts";

/** An item and where the question quotes it. */
interface QuotedItem extends RowEntity {
  at: number;
  called: string;
  excluded: boolean;
  record: ResultRow;
  path: string | null;
  rivals: readonly string[];
}

/** A title of fewer words may stand in a question by chance. */
const TITLE_WORDS = 3;
/** So many words in a row that a question shares with one text alone are no chance: it quotes the text. */
const QUOTED_WORDS = 8;
/** Hits of a search in which what is quoted is looked for. */
const HITS = 10;
/** Longest query that every search takes, in characters. */
const LONGEST_QUERY = 900;
/** Parts of a question that are looked for on their own. */
const MOST_PARTS = 3;

/**
 * Backlog items that the question quotes without marking it: by their whole title, or by a run of words of their text. Of those that have the
 * same words the one that has most of them in a row is meant; a similar title or text is another item.
 */
export function* quotedItems(state: TurnState, question: Question, route: RoutingRow | null): Strategy<QuotedItem[]> {
  const [tool] = searchTools(state, route);
  const said = question.words.length >= TITLE_WORDS;
  if (!said || !state.rule("names") || !state.profile.verifies || tool === undefined) return [];
  const calls = partsOf(question.text).map((query) => ({
    tool,
    args: { query, types: ["backlog_item"], limit: HITS },
  }));
  const words = wordsIn(question.text);
  const quotes = (yield* performAll(state, calls)).flatMap(({ rows, path }) =>
    rows.flatMap((record): Quote[] => {
      const entity = entityOf(record);
      const run = entity && quoteOf(words, { entity, text: textOf(record.snippet) });
      return run ? [{ entity, record, path, ...run }] : [];
    }),
  );
  return longestOnly(quotes).map(({ entity, record, path, from, to }) => {
    const [at, end] = [words[from]?.at ?? 0, words[to - 1]?.end ?? 0];
    const called = question.text.slice(at, end);
    const rivals = to - from < QUOTED_WORDS && !isMarked(question.text.slice(0, at)) ? [TOPIC] : [];
    return { ...entity, at, called, excluded: isExcluded(question, at), record, path, rivals };
  });
}

/** The words of a short title may be what test cases are about. */
const TOPIC = "what test cases are about";

/** A colon before a title says that it is one. */
const isMarked = (before: string) => /:\s*$/.test(before);

/** The longest of the question's clauses, since one search for all of them brings what is like the longest alone; whole where it has one. */
function partsOf(text: string): string[] {
  const clauses = text.split(/[.;:?!]\s+|\n+/).filter((clause) => wordsIn(clause).length >= TITLE_WORDS);
  const longest = clauses.sort((a, b) => b.length - a.length).slice(0, MOST_PARTS);
  return (longest.length > 1 ? longest : [text]).map((part) => part.slice(0, LONGEST_QUERY));
}

interface Quote extends Run {
  entity: RowEntity;
  record: ResultRow;
  path: string | null;
}

/** Words of the question from one place up to another. */
interface Run {
  from: number;
  to: number;
  /** A whole title stands there. */
  whole: boolean;
}

interface Word extends Stretch {
  end: number;
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    text: fold(word),
    at: index,
    end: index + word.length,
  }));
}

function quoteOf(words: readonly Word[], { entity, text }: { entity: RowEntity; text: string }): Run | null {
  const title = wordsIn(entity.title);
  const named = longestRun(words, title);
  const length = named.to - named.from;
  if (length >= TITLE_WORDS && length === title.length) return { ...named, whole: true };
  const run = longestRun(words, wordsIn(text));
  return run.to - run.from >= QUOTED_WORDS ? { ...run, whole: false } : null;
}

/** The longest run of words that both have in a row, the first of equals. */
function longestRun(words: readonly Word[], others: readonly Word[]): Omit<Run, "whole"> {
  let best = { from: 0, to: 0 };
  let before: number[] = [];
  for (const [at, { text }] of words.entries()) {
    const lengths = others.map((other, index) => (other.text === text ? (before[index - 1] ?? 0) + 1 : 0));
    const longest = Math.max(0, ...lengths);
    if (longest > best.to - best.from) best = { from: at + 1 - longest, to: at + 1 };
    before = lengths;
  }
  return best;
}

/** What lies within or across a longer quote is not meant by itself. Items of one title are all meant by it; words of several texts are a turn of phrase. */
function longestOnly(quotes: readonly Quote[]): Quote[] {
  const each = quotes.filter(
    ({ entity }, index) => quotes.findIndex((other) => other.entity.id === entity.id) === index,
  );
  const alike = (a: Quote, b: Quote) => a.from === b.from && a.to === b.to;
  const kept: Quote[] = [];
  for (const quote of each.toSorted((a, b) => b.to - b.from - (a.to - a.from) || Number(b.whole) - Number(a.whole))) {
    const free = kept.every((other) => alike(quote, other) || quote.from >= other.to || quote.to <= other.from);
    if (free) kept.push(quote);
  }
  return kept.filter((quote) => quote.whole || kept.filter((other) => alike(quote, other)).length === 1);
}
