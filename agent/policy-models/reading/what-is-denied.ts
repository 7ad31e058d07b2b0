import { findLeftOut, type TextRange } from "./what-is-left-out.ts";

/** Says of a verb that it does not hold: which test cases that leaves, no rule tells. */
const OF_VERBS =
  /\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must|need)(?:n['’]t| not| never| no longer)\b|\bnever\b/giu;
/** Says that there is none of something. */
const OF_THINGS =
  /(?<!\p{L})(?:no(?! (?:matter|longer|later)\b)|none|nothing|nobody|nowhere|neither|nor)(?!\p{L}|\.? ?\d)/iu;
/** A value of its own: by hand. */
const UNAUTOMATED = /\bnot automated\b/i;
const CLAUSE_END = /[.,;:?!\n]/;

/** The stretches that deny something and leave nothing out: what stands in them is neither wanted nor unwanted, it was not read. */
export function findDenied(text: string, leftOut: readonly TextRange[]): TextRange[] {
  return [...text.matchAll(OF_VERBS)]
    .map(({ index }) => {
      const length = text.slice(index).search(CLAUSE_END);
      return { from: index, to: length < 0 ? text.length : index + length };
    })
    .filter(
      ({ from, to }) =>
        !UNAUTOMATED.test(text.slice(from, to)) && !leftOut.some((out) => out.from > from && out.from <= to),
    );
}

/** True of a clause that asks for what has none of something, which takes counting and not finding. */
export function asksForNone(clause: string): boolean {
  return OF_THINGS.test(clause) && findLeftOut(clause).length === 0;
}
