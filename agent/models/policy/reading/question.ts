/** An artifact named in a question. */
export interface Mention {
  /** As it was written. */
  text: string;
  /** Where it starts. */
  at: number;
  /** False for short words with a digit (`R17`, `N2`), which may or may not be one. */
  certain: boolean;
}

/** What a question says, by its words alone. */
export interface Question {
  text: string;
  ids: readonly Mention[];
  /** Names in quotation marks. */
  quoted: readonly { text: string; at: number }[];
  /** Stretches of the text that say what is *not* wanted. */
  excluded: readonly { from: number; to: number }[];
  /** How several things are to be combined. */
  relation: "all" | "any";
  /** "the former only", "the first but not the second": the second thing is excluded though it is named like the first. */
  firstOnly: boolean;
  /** It speaks about what was found before. */
  followsUp: boolean;
  /** Everything below or within is meant, too. */
  within: boolean;
  /** What contains the named thing is meant. */
  parent: boolean;
  /** Others like the named one are sought, not it. */
  others: boolean;
  /** Words that carry content, in order, without ids, quotes and words of asking. */
  words: readonly string[];
}

/** Reads a question. `later` is true from the second turn on. */
export function readQuestion(text: string, options: { later: boolean }): Question {
  const quoted = findQuoted(text);
  const ids = findMentions(text, quoted);
  const excluded = findExcluded(text);
  return {
    text,
    ids,
    quoted,
    excluded,
    relation: ALL.test(text) && !ANY.test(text) ? "all" : "any",
    firstOnly: FIRST_ONLY.test(text),
    followsUp: options.later && FOLLOW_UP.test(text),
    within: WITHIN.test(text),
    parent: PARENT.test(text),
    others: OTHERS.test(text),
    words: contentWords(text, [...ids, ...quoted]),
  };
}

/** True when a place of the text lies in what is excluded. */
export function isExcluded(question: Question, at: number): boolean {
  return question.excluded.some(({ from, to }) => at >= from && at < to);
}

const ALL =
  /\b(both (of|\w+ and)|to both|cover both|verify both|common to|in common|overlap|shared by|as well as|and also|also recorded|as well\b|linked to .* too)\b/i;
const ANY = /\b(either|at least one|any of them|whichever|or else|one list)\b/i;
const FIRST_ONLY = /\b(only the (former|first)|(former|first) (but not|only)|not to the latter|yes, .* no\b)/i;
const FOLLOW_UP =
  /\b(of (those|these|them)|those|these|them|the list above|in that respect|same there|the same holds|also leave|minus|drop the|follow-?up)\b/i;
const WITHIN = /\b(below|within|underneath|parts?|contains?|includ\w+|children|sub-?items?|any level|everything)\b/i;
const PARENT = /\b(parent|part of (a |something )?(larger|bigger)|belongs to something|larger item|bigger thing)\b/i;
const OTHERS = /\b(other tests?|other test cases|others|what else|sharing|shares?|same .* as)\b/i;
/** From here to the end of the sentence is what is not wanted. */
const EXCLUSION =
  /\b(but not|but neither|but never|not the ones|without|w\/o|except|excluding|leaving out|leave out|minus|drop the|not on|not those|other than|apart from|out of scope|already in scope|if everything linked to)\b/gi;
const SENTENCE_END = /[.;?!\n]/g;

function findExcluded(text: string): Question["excluded"] {
  return [...text.matchAll(EXCLUSION)].map((match) => {
    const from = match.index + match[0].length;
    SENTENCE_END.lastIndex = from;
    return { from, to: SENTENCE_END.exec(text)?.index ?? text.length };
  });
}

function findQuoted(text: string): { text: string; at: number }[] {
  return [...text.matchAll(/["“]([^"”\n]{2,200})["”]/g)].map((match) => ({ text: match[1] ?? "", at: match.index }));
}

/**
 * Shapes of ids, whatever the corpus: a word with a separator and a digit, capitals with a number behind a blank, a path,
 * a qualified name. What they mean is for the records to say.
 */
const SHAPES: readonly { pattern: RegExp; certain: boolean }[] = [
  {
    pattern: /(?<![\w/:.-])[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*[-_]\d[A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*(?![\w/])/g,
    certain: true,
  },
  { pattern: /(?<![\w/:.-])[A-Za-z][\w.-]*(?:::|:\/|\/)[\w./:{}=*[\]-]*[\w/\]}]/g, certain: true },
  { pattern: /(?<![\w/:.-])[a-z]\w*\.(?:c|py|ts|js|java|go|rs|sh|yaml|md)(?:::\w+)?(?!\w)/g, certain: true },
  { pattern: /(?<![\w/:.-])[A-Z]{2,5}[ ]\d{2,}(?!\w)/g, certain: true },
  { pattern: /(?<![\w/:.-])[A-Za-z]{1,4}\d{1,6}(?![\w/-])/g, certain: false },
];

function findMentions(text: string, quoted: readonly { text: string; at: number }[]): Mention[] {
  const taken: { from: number; to: number }[] = quoted.map((entry) => ({
    from: entry.at,
    to: entry.at + entry.text.length + 2,
  }));
  const mentions: Mention[] = [];
  for (const { pattern, certain } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (taken.some((range) => from < range.to && to > range.from)) continue;
      taken.push({ from, to });
      mentions.push({ text: match[0], at: from, certain });
    }
  }
  const distinct = mentions.sort((a, b) => a.at - b.at);
  return distinct.filter((mention, index) => distinct.findIndex((other) => other.text === mention.text) === index);
}

/** Words of asking and of grammar: they say nothing about the topic. */
const EMPTY_WORDS = new Set(
  `a about above add affect affected affects after again against all already also an and any anything anyway are as at be because been begin beginning begins being below
  both bring but by called can carries case cases change changed changes changing check checks compare concerning confirm could cover covered covers customer describe described
  description do does either else every everything evidence exactly except exercise exist existing exists expected find first follow following follows for from get give going
  hang has have hey hi hit hits hold i id identifier if in include included including into inventory is it items its just keep know larger latter leave left level like linked list look
  looking lookup many match me more much must my name named need needed no not number of off ok on one ones only or other others our out over part parts per pls please pull recommend recommended record
  recorded records reference regarding regression relevant report request rerun restrict reworked reworking run same scope second see share shares should show so some someone somebody something
  start starts steps still tc tcs tell test tested testing tests that the their them then there therefore these they thing things this those through to together too topic touched touching traced under
  up us verify verifies verifying want was we what whatever where whether which while who whole why will with within without would you your follow-up`.split(
    /\s+/,
  ),
);

function contentWords(text: string, taken: readonly { text: string; at: number }[]): string[] {
  let rest = text;
  for (const { text: part, at } of taken)
    rest = rest.slice(0, at) + " ".repeat(part.length) + rest.slice(at + part.length);
  const words = rest.match(/[\p{L}\p{N}][\p{L}\p{N}/+'-]*/gu) ?? [];
  return words.filter((word) => !EMPTY_WORDS.has(word.toLowerCase()) && !(word.length === 1 && /[a-z]/.test(word)));
}
