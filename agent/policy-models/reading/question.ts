import { contentWords, correctTypos } from "./content-words.ts";
import { CUES, findExcluded, type Range } from "./cues.ts";
import { blankOut, findMentions, findQuoted, type Mention } from "./mentions.ts";

/** What a question says, by its words alone. */
export interface Question {
  text: string;
  /** The same with typing errors in words of asking put right; places differ. */
  corrected: string;
  ids: readonly Mention[];
  /** Names in quotation marks. */
  quoted: readonly { text: string; at: number }[];
  /** Stretches of the text that say what is *not* wanted. */
  excluded: readonly Range[];
  /** How several things are to be combined. */
  relation: "all" | "any";
  /** The second thing is excluded though it is named like the first. */
  firstOnly: boolean;
  /** It speaks about what was found before. */
  followsUp: boolean;
  /** It adds to what was found before. */
  adds: boolean;
  /** Everything below or within is meant, too. */
  within: boolean;
  /** What contains the named thing is meant. */
  parent: boolean;
  /** One named thing is said to be a part of the other. */
  pair: boolean;
  /** Others like the named one are sought, not it. */
  others: boolean;
  /** A first attempt at it is said to have failed. */
  again: boolean;
  /** Words that carry content, in order, without ids, quotes and words of asking. */
  words: readonly string[];
}

/** A later turn with so few words says nothing by itself. */
const SHORT_TURN = 14;

/** A remark to whom a sub-task is given, not a part of it. */
const REMARK = /^Note: .*$/m;

/** Reads a question. `later` is true from the second turn on. */
export function readQuestion(asked: string, options: { later: boolean }): Question {
  const text = asked.replace(REMARK, "").trim();
  const quoted = findQuoted(text);
  const ids = findMentions(text, quoted);
  const corrected = correctTypos(text);
  const says = (cue: keyof typeof CUES) => CUES[cue].test(corrected);
  const all = says("all") && !says("any");
  return {
    text,
    corrected,
    ids,
    quoted,
    excluded: findExcluded(text),
    relation: all ? "all" : "any",
    firstOnly: says("firstOnly"),
    followsUp: options.later && (says("followsUp") || text.split(/\s+/).length <= SHORT_TURN),
    adds: says("adds"),
    within: says("within"),
    parent: says("parent"),
    pair: says("pair") && !all,
    others: says("others"),
    again: /first attempt/.test(REMARK.exec(asked)?.[0] ?? ""),
    words: contentWords(blankOut(text, [...ids.filter((mention) => mention.certain), ...quoted])),
  };
}

/** True when a place of the text lies in what is excluded. */
export function isExcluded(question: Question, at: number): boolean {
  return question.excluded.some(({ from, to }) => at >= from && at < to);
}

/** The parts of a question that lists several topics, each as a question of its own; the question itself when it has one. */
export function topicsIn(question: Question): Question[] {
  const numbered = question.text.split(/\(\d\)|(?:^|\n)\s*\d[.)]\s/);
  const spoken = question.text.split(/;\s+and also\b|,?\s+or else\b|;\s+(?=tests? )/i);
  const parts = numbered.length > 2 ? numbered.slice(1) : spoken;
  const topics = parts.map((part) => readQuestion(part, { later: false })).filter((part) => part.words.length > 0);
  return topics.length > 1 ? topics : [question];
}
