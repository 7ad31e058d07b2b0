import { isInWord } from "./atoms.ts";

/** A stretch of a text. */
export interface TextPlace {
  text: string;
  from: number;
  to: number;
}

/** What a corpus' ids are joined by, with the kinds of the parts: `L-N` in `REQ-12`, `L::L` in `a::b`. */
export type Joints = ReadonlySet<string>;

/** Signs between two parts of an id. */
const MOST_SIGNS = 4;

/** What joins the word that ends at a place to the next one; "" where a blank or nothing follows. */
export function jointAfter(text: string, at: number): string {
  let end = at;
  while (end - at <= MOST_SIGNS && isSign(text.charAt(end))) end++;
  return jointOf(text, { text, from: at, to: end });
}

function jointBefore(text: string, at: number): string {
  let start = at;
  while (at - start <= MOST_SIGNS && isSign(text.charAt(start - 1))) start--;
  return jointOf(text, { text, from: start, to: at });
}

function jointOf(text: string, { from, to }: TextPlace): string {
  const [before, after] = [kindOf(text.charAt(from - 1)), kindOf(text.charAt(to))];
  if (to === from || to - from > MOST_SIGNS || before === " " || after === " ") return "";
  return before + text.slice(from, to) + after;
}

/** A digit, a letter, a blank (which the ends of a text are too), or another sign. */
function kindOf(character: string): "N" | "L" | " " | "S" {
  if (/^\s?$/.test(character)) return " ";
  return /\p{Nd}/u.test(character) ? "N" : /[\p{L}\p{M}\p{Nl}_]/u.test(character) ? "L" : "S";
}

function isSign(character: string): boolean {
  return kindOf(character) === "S";
}

/** What else stands in the text, as far as it says where one id ends and another begins. */
export interface Neighbours {
  joints: Joints;
  starts: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

/** False for a part of a longer word or id. Two ids may be joined (`REQ-1/REQ-2`), known or of the same beginning. */
export function standsAlone(place: TextPlace, { joints, starts, ends }: Neighbours): boolean {
  const { text, from, to } = place;
  if (!isEmphasised(place)) {
    if (isInWord(text.charAt(from)) && isInWord(text.charAt(from - 1))) return false;
    if (isInWord(text.charAt(to - 1)) && isInWord(text.charAt(to)) && !isPlural(place)) return false;
  }
  const [word = ""] = /^\p{L}{2,}/u.exec(text.slice(from, to)) ?? [];
  const after = goesOn(place, { joint: jointAfter(text, to), joints });
  const before = goesOn(place, { joint: jointBefore(text, from), joints });
  const next = Array.from({ length: after }, (_, index) => to + 1 + index);
  const last = Array.from({ length: before }, (_, index) => from - 1 - index);
  if (after > 0 && !next.some((at) => starts.has(at)) && !(word && text.startsWith(word, to + after))) return false;
  return before === 0 || last.some((at) => ends.has(at)) || (word !== "" && wordBefore(text, from).startsWith(word));
}

/** What stands before a place without a blank; not all of a long one. */
function wordBefore(text: string, at: number): string {
  return /\S*$/.exec(text.slice(Math.max(0, at - 200), at))![0];
}

/** `_REQ-1_`. */
function isEmphasised({ text, from, to }: TextPlace): boolean {
  const [before, after] = [
    /_{1,2}$/.exec(text.slice(Math.max(0, from - 2), from))?.[0],
    /^_{1,2}/.exec(text.slice(to, to + 2))?.[0],
  ];
  return (
    before !== undefined &&
    before === after &&
    !isInWord(text.charAt(from - before.length - 1)) &&
    !isInWord(text.charAt(to + before.length))
  );
}

/** `REQ-1s`. */
function isPlural({ text, from, to }: TextPlace): boolean {
  return /\p{L}.*\p{N}$/u.test(text.slice(from, to)) && /^s(?![\p{L}\p{N}_])/u.test(text.slice(to, to + 3));
}

/** How many signs join a longer id that goes on here, by its corpus' own joints or with a number. Parts of an address do not count. */
function goesOn({ text, from }: TextPlace, { joint, joints }: { joint: string; joints: Joints }): number {
  if (joint === "" || (/[/#?]/.test(joint) && isInAddress(text, from))) return 0;
  return joints.has(joint) || /^.[-_.]N$/.test(joint) ? joint.length - 2 : 0;
}

function isInAddress(text: string, at: number): boolean {
  return wordBefore(text, at).includes("://");
}
