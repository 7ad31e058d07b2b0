import { DEFAULT_ANALYSIS, termsOf } from "../../../db/search/terms.ts";

/**
 * What a person's next message makes of an answer: it is taken (thanks, agreement, or on to another matter), asked on from,
 * set right, or asked for again; `last` where nothing was said any more, which tells neither.
 */
export const FOLLOW_UPS = ["accepted", "deepened", "corrected", "repeated", "last"] as const;
export type FollowUp = (typeof FOLLOW_UPS)[number];

export interface FollowedExchange {
  query: string;
  answer: string;
  next: string | null;
}

/** Reads English by rules: cues first, then how much of the question and the answer the message takes up. */
export function readFollowUp({ query, answer, next }: FollowedExchange): FollowUp {
  if (next === null) return "last";
  const said = termsOf(next, DEFAULT_ANALYSIS);
  const asked = new Set(termsOf(query, DEFAULT_ANALYSIS));
  if (AGAIN.test(next) || isSameQuestion(said, asked)) return "repeated";
  if (WRONG.test(next)) return "corrected";
  const rest = next.replace(THANKS, "");
  if (BUT.test(rest) && rest !== next) return "corrected";
  const known = new Set([...asked, ...termsOf(answer, DEFAULT_ANALYSIS)]);
  const takesUp = REFERS.test(rest) || termsOf(rest, DEFAULT_ANALYSIS).some((term) => known.has(term));
  if (ASKS.test(rest)) return takesUp ? "deepened" : "accepted";
  // A plain statement about what was asked or answered, without thanks, sets it right.
  return takesUp && rest === next && !AGREES.test(next) ? "corrected" : "accepted";
}

/** Share of the question's words that stands in the message again, and of the message's that is new. */
const [SAME, NEW] = [0.6, 0.34];

function isSameQuestion(said: readonly string[], asked: ReadonlySet<string>): boolean {
  if (said.length === 0 || asked.size === 0) return false;
  const words = new Set(said);
  const shared = [...words].filter((word) => asked.has(word)).length;
  return shared / asked.size >= SAME && 1 - shared / words.size <= NEW;
}

const AGAIN =
  /^(?:again|once more|try again|retry)\b|\b(?:did ?n[o']t|have ?n[o']t|has ?n[o']t) answer|\b(?:my question (?:was|is)|i asked (?:who|what|which|when|where|why|how|whether|if)\b|as i asked|same question)/i;

const WRONG = new RegExp(
  [
    "^(?:no|nope|not|wrong|incorrect)\\b(?! (?:more|further) questions)",
    "\\b(?:that|this|it)(?:['\u2019]s| is| was)(?: still)? (?:wrong|not (?:right|correct|true|what)|incorrect|false)",
    "\\bis not what\\b|\\bi (?:meant|asked (?:for|about)|was asking|said)\\b|\\byou (?:missed|forgot|misread|misunderstood|overlooked|ignored|only|can['\u2019]?t be)\\b",
    "\\bare you sure\\b|\\bi (?:do ?n[o'\u2019]?t|doubt)(?: it)?(?: think| believe)?\\b|\\bshould ?n['\u2019]t (?:that|it|this)\\b",
    "\\b(?:incomplete|mistaken|outdated|nothing to do with|does ?n['\u2019]t exist|instead)\\b|\\bthere (?:is one|must be)\\b|^(?:actually|but|yes it|hmm)\\b",
  ].join("|"),
  "i",
);

const BUT = /^[\s,.!:;-]*(?:but|however|except|although)\b/i;
const THANKS =
  /^\s*(?:(?:ok(?:ay)?|thanks?(?: you)?(?: a lot| so much| very much)?|great|perfect|good|fine|nice(?: work)?|cool|wonderful|excellent|alright|got it|understood|agreed|correct|exactly(?: right)?|yes|sehr gut|danke)\b[\s,.!;:]*)+/i;
const AGREES =
  /\b(?:thanks?|cheers|helpful|makes sense|explains it|the one|no (?:more|further) questions)\b|\u{1F44D}/iu;

/** A question or a request, wherever in the message it begins. */
const ASKS =
  /\?|(?:^|[.!,;:]\s*|\b(?:please|and)\s+)(?:only|just|show|list|open|sort|give|tell|explain|summari[sz]e|compare|find|check|add|remove|filter|group|what|which|who|why|how|when|where|since|can|could|does|do|is|are|has|have)\b/i;

/** Words that mean what was said before. */
const REFERS =
  /\b(?:it|its|that|this|these|those|they|them|their|both|the (?:first|second|third|last|other|former|latter|same|one|two)|another|other|else|more|similar|why|fix|workaround|what if|then|after)\b/i;
