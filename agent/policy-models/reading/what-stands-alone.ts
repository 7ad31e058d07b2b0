/** Words that point at what was said before: nothing that has one stands alone. */
const BACK =
  /\b(?:it|its|this|that|those|these|them|they|(?<!\b(?:is|are) )there|ones?|others?|else|same|also|too|only|just|instead|except|remain\w*|left|above|before|earlier|previous|(?<!\b(?:run|rerun|ran|test|tested|execute|executed|repeat|repeated) )again|follow-?up|former|latter|rest|further|more|correction|mistake)\b/i;

/** Joined to the turn before. */
const JOINED = /^\s*(?:and|but|or|so|then|ok|okay|what about|how about)\b/i;

/** A question whose subject was said before: `Which run on a simulator?`, `How many are automated?` */
const WITHOUT_SUBJECT =
  /^(?:which|what|how many)\s+(?:are|is|were|was|run|runs|ran|have|has|had|use|uses|do|does|did|can|must|should|need|fail(?:s|ed)?|pass(?:es|ed)?|of)\b/i;

/** Asks of other things than tests, or what there is at all. */
const OF_ALL = /^(?:is|are) there\b|^(?:do|does|did) (?:we|you|any)\b|^(?:who|where|when)\b/i;
const OF_A_KIND =
  /^(?:which|what|how many)\s+(?!(?:tests?|test cases?|testcases?|tcs?|cases?)\b)|^what (?:does|do|is|are) [\p{L}\p{N}]/iu;
const BY_RELATION = /\b(?:cover\w*|verif\w*|exercis\w*|validat\w*|check\w*|trac\w+|tests? for|linked|about)\b/i;

/** Says what is about to change before it asks: `We rewrite the parser. What should we test again?` */
const AFTER_A_CHANGE = /^(?:we|i)\b[^.!?]{12,}[.!]\s+(?:which|what|do)\b/i;

/**
 * True of a later turn that is a question of its own, however short: it says what it asks for, and nothing in it points
 * back. `names`: how many ids it holds.
 */
export function standsAlone(text: string, names: number): boolean {
  const asked = text.trim();
  if (BACK.test(asked) || JOINED.test(asked)) return false;
  if (OF_ALL.test(asked) || AFTER_A_CHANGE.test(asked)) return true;
  if (!/^(?:which|what|how many)\b/i.test(asked)) return false;
  if (names > 0) return true;
  return !WITHOUT_SUBJECT.test(asked) && (OF_A_KIND.test(asked) || BY_RELATION.test(asked));
}
