import { contentWords, correctTypos } from "./content-words.ts";
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

/** Turns of phrase by which a question says how its parts belong together. General English, nothing of a corpus. */
const CUES = {
  /** What several things have in common. */
  all: /\b(both|common to|in common|overlap|shared by|as well as|and also|also (?:recorded|on)|too\b|as well\b)/i,
  /** What any of several things has; wins over `all`. */
  any: /\b(either|at least one|any of them|whichever|or else|one list|two lots|two topics|need both)\b/i,
  /** The first of two, and not the second, though both are named alike. */
  firstOnly: /\b(only the (?:former|first)|(?:former|first) (?:but not|only)|not to the latter|yes, .* no\b)/i,
  /** About what was found before. */
  followsUp:
    /\b(?:those|these|them|the list above|in that respect|same there|the same holds|also leave|minus|drop the|follow-?up|the (?:former|latter|previous|earlier)|so far)\b/i,
  /** Adds to what was found before instead of narrowing it. */
  adds: /\b(?:add|plus|in addition|one list|for both|changes? as well|changed as well)\b/i,
  /** Everything below the named thing, too. */
  within: /\b(?:below|within|underneath|parts?|contains?|includ\w+|incl|children|sub-?items?|any level|everything)\b/i,
  /** What contains the named thing. */
  parent: /\b(?:parent|part of (?:a |something )?(?:larger|bigger)|belongs to something|larger item|bigger thing)\b/i,
  /** One named thing as a part of the other. */
  pair: /\b(?:as (?:a )?part of|under|contained in|within that item|as it is carried by)\b/i,
  /** Others like the named one. */
  others:
    /\b(?:other (?:tests?|test cases?|tcs?)|others|what else|sharing|shares?|same .* as|the same (?:holds|there|in that))\b/i,
};

/** Behind such a phrase, to the end of the sentence, stands what is not wanted. */
const EXCLUSION =
  /\b(?:but not|but neither|but never|not the ones|without|w\/o|except|excluding|leaving out|leave out|minus|drop the|not on|not those|other than|apart from|out of scope|already in scope|if everything linked to)\b/gi;
/** Before such a phrase, from the beginning of its clause, too. */
const SEPARATE =
  /\b(?:is|are|was|were|gets?|will be)\s+(?:tested|covered|verified|handled|run|checked|dealt with)\s+(?:separately|elsewhere|already)\b/gi;
const SENTENCE_END = /[.;?!\n]|\bbut (?:just|only)\b/;
const CLAUSE_START = /[.;,?!\n][^.;,?!\n]*$/;

interface Range {
  from: number;
  to: number;
}

/** The stretches of a text that say what is not wanted. */
function findExcluded(text: string): Range[] {
  const behind = [...text.matchAll(EXCLUSION)].map((match) => {
    const from = match.index + match[0].length;
    const end = text.slice(from).search(SENTENCE_END);
    return { from, to: end < 0 ? text.length : from + end };
  });
  const before = [...text.matchAll(SEPARATE)].map((match) => ({
    from: text.slice(0, match.index).search(CLAUSE_START) + 1,
    to: match.index,
  }));
  return [...behind, ...before];
}
