/** A part of a text, from its first character up to that at `to`. */
export interface TextRange {
  from: number;
  to: number;
}

/** Says that something hangs on something: a verb of recorded links, in any form. */
const LINKS =
  "(?:link|trac|tie|attach|connect|relat|belong|assign|record|cover|verif|check|test|touch|exercis|referenc|mention)\\w*";
/** Behind such a phrase stands what is not wanted. */
const EXCLUSION = new RegExp(
  `\\b(?:${[
    "but not(?! (?:only|just|without)\\b)",
    ...[
      "but neither",
      "but never",
      "not the ones",
      "(?<!\\bnot )without",
      "w\\/o",
      "except",
      "excluding",
      "other than",
    ],
    ...["leaving out", "leave out", "leav(?:e|ing)(?= [^.;,?!\\n]{1,80} out\\b)", "minus", "drop the", "skip"],
    ...["omit(?:ting)?", "not also", "not (?:on|for|to|in|those)\\b", "apart from", "rather than", "instead of"],
    ...["(?<!\\b(?:is|are|was|were) )out of scope", "already in scope", "if everything linked to"],
    `(?:not|never|(?:do|does|did|is|are|was|were|has|have)n['’]t)(?: also| yet)? ${LINKS}`,
  ].join("|")})`,
  "giu",
);
/** Before such a phrase, from the beginning of its clause, too. */
const SEPARATE =
  /\b(?:is|are|was|were|gets?|will be)\s+(?:tested|covered|verified|handled|run|checked|dealt with)\s+(?:separately|elsewhere|already)\b|\b(?:is|are|was|were) (?:out of|not in) scope\b|\b(?:excluded|(?:left|put|set) (?:out|aside))\b/gi;
const SENTENCE_END = /[.;?!\n]/;
const CLAUSE_START = /[.;,?!\n][^.;,?!\n]*$/;

/** What is wanted after all: `without A but with B`, `, only those on C`. */
const TURNS_BACK =
  /(?:,|\bbut|\band) (?:just|only)\b|\b(?:but|yet)\b(?! (?:not|neither|never)\b)|,? (?:and|but) with\b/i;
/** The question itself, behind what it is about: `of those traced to A but not to B, which are the ones with C?` */
const ASKS =
  /[,:–—]\s*(?:so |then )?(?:(?:which|what) (?:(?:are|is) (?:the|left|there)\b|of (?:those|these|them)\b|ones?\b|(?:existing )?(?:tests?|test cases?|tcs?)\b|do\b|remains?\b|(?:else )?(?:have|has)\b)|how many\b|(?:please )?(?:list|show|give|name|find|tell|report|recommend)\b)/i;
/** The same after a part that asks for nothing yet; behind one that does it would describe what was named last. */
const ASKS_FIRST = /[,:–—]\s*(?:so |then )?(?:which|what|who|whose)\b/i;
const ASKED = /\b(?:which|what|how many|list|show|give|find|name|need|want|recommend)\b/i;
/** A second relative clause is about what is sought, as the first one was. */
const AND_THAT = /,? and (?:that|which|who|whose|also)\b(?! (?:is|are|do|does) ?(?:not|n['’]t))/i;
/** What another preposition joins to `not to A` is beside it, not in it: `not to A, with B`. */
const JOINED = /(?:,|,? and) (to|on|in|for|with|from|at|by|of)\b/gi;

/** The stretches of a question that say what is not wanted: each to where the question turns back to what is. */
export function findLeftOut(text: string): TextRange[] {
  const behind = [...text.matchAll(EXCLUSION)].map((match) => {
    const from = match.index + match[0].length;
    return {
      from,
      to: from + lengthOf(text.slice(from), { said: match[0], before: sentenceBefore(text, match.index) }),
    };
  });
  const before = [...text.matchAll(SEPARATE)].map(({ index }) => ({
    from: text.slice(0, index).search(CLAUSE_START) + 1,
    to: index,
  }));
  return [...behind, ...before].filter(({ from, to }) => to > from);
}

/** How far an exclusion reaches into what stands behind it. */
function lengthOf(rest: string, { said, before }: { said: string; before: string }): number {
  const asks = ASKED.test(before) ? ASKS : new RegExp(`${ASKS.source}|${ASKS_FIRST.source}`, "i");
  const ends = [SENTENCE_END, TURNS_BACK, asks, AND_THAT].map((end) => rest.search(end));
  const own = /\b(to|on|in|for|with)$/i.exec(said)?.[1] ?? /^ (to|on|in|for|with|of)\b/i.exec(rest)?.[1];
  const joined = own && [...rest.matchAll(JOINED)].find(([, other = ""]) => other.toLowerCase() !== own.toLowerCase());
  return Math.min(rest.length, ...[...ends, joined ? joined.index : -1].filter((end) => end >= 0));
}

function sentenceBefore(text: string, at: number): string {
  return text.slice(0, at).split(SENTENCE_END).at(-1) ?? "";
}
