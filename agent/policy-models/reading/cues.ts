/** Turns of phrase by which a question says how its parts belong together. General English, nothing of a corpus. */
export const CUES = {
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

export interface Range {
  from: number;
  to: number;
}

/** The stretches of a text that say what is not wanted. */
export function findExcluded(text: string): Range[] {
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
