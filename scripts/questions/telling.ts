import { parseAnswer } from "../../agent/answer/answer.ts";

/** What an answer begins with that recommends nothing, for whatever reason. */
export const OPENING = /no supported recommendation:?/gi;
/** What refuses: names the question or a part as not understood, not recorded, not known. */
const REFUSES =
  /\b(not (?:understood|recorded|known|answered|found|read|in the (?:corpus|records)|something)|(?:does|do) not carry|no (?:record|such|artifact)|cannot|can't|(?:do|does) not (?:record|hold|say|understand|know|exist)|unknown|nothing (?:is )?record)/i;
/** What says that nothing is left or that nothing has a test. */
export const SAYS_NONE = /\b(?:none|no(?:thing)?|not any|0|zero|without (?:a )?tests?)\b/i;
/** What claims that nothing is linked or recorded, where it is no refusal. */
export const CLAIMS_ABSENCE =
  /\b(?:no tests?(?: cases?)? (?:(?:is|are) (?:recorded|linked)|covers?)|(?:recorded|linked) (?:for|to) none|(?<!What )has no tests?|none (?:of (?:them|these|the)|fulfils|fits)\b)/i;
/** What claims that a listed test is linked, where a hit of a search is only like the question. */
export const CLAIMS_LINKS = /\blinked to\b|\b(?:is|are) recorded\b/i;
/** What an answer says, read once for all parts. */
export interface Telling {
  listed: string[];
  gaps: string[] | null;
  text: string;
  /** What the answer says beside its lists, without what it quotes of the question. */
  prose: string;
  refuses: boolean;
}

export function tellingOf(answer: string, question: string): Telling {
  const { ranked, gaps, prose, list, gapList } = parseAnswer(answer);
  const own = prose.replaceAll(question, " ").replaceAll(/"[^"]*"/g, " ");
  return {
    ...{ listed: ranked, gaps, text: `${own}\n${list}\n${gapList}`, prose: own },
    refuses: answer.trim() === "" || REFUSES.test(own.replaceAll(OPENING, " ").replace(CLAIMS_ABSENCE, " ")),
  };
}

/** The id stands there, and not as a part of a longer one. */
export function mentions(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text.slice(at + id.length, at + id.length + 3);
    if (!/[\w/~-]/.test(before) && !/^(?:[\w~/-]|\.\w| \(\d)/.test(after)) return true;
  }
  return false;
}
