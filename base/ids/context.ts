import { isInWord } from "./atoms.ts";

/** A stretch of a text. */
export interface TextPlace {
  text: string;
  from: number;
  to: number;
}

/** An id that a text may hold without meaning it: a word, two words, a short number. */
export function isOrdinary(id: string): boolean {
  return /^\p{N}{1,4}$/u.test(id) || /^\p{L}\p{Ll}*(?:\s\p{L}\p{Ll}*)?$/u.test(id) || /^\p{Lu}{1,4}$/u.test(id);
}

/** What records are called, in English, German and French. */
const KINDS = [
  "id|no\\.?|number|key|called|named|record|item|req(?:uirement)?|test(?:[ -]?case)?|tc|bug|issue|ticket|defect|story|feature|change",
  "message|protocol|component|section|clause|rule|case|artifact",
  "nr\\.?|nummer|anforderung(?:en)?|testf(?:all|älle)|fehler|änderung(?:en)?|nachricht(?:en)?|abschnitt|regeln?",
  "numéro|n°|exigence|cas(?: de test)?|anomalie|modification|règle",
].join("|");
const KIND = new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${KINDS})s?["']?\\s*[:#]?\\s*$`, "iu");
/** Between the elements of a list. */
const JOINED = /\s*[,;&]\s*|\s+(?:and|or|to|und|oder|bis|et|ou)\s+/iu;
/** How far back the words around an id are read. */
const NEAR = 80;

/** True where quotes, brackets or a word for a kind of record say that a name stands there; also further on in such a list. */
export function isMarked({ text, from, to }: TextPlace): boolean {
  if (/["'`“‘«„([<#]/.test(text.charAt(from - 1)) && /^["'`“”’»)\]>]?$/.test(text.charAt(to))) return true;
  const before = text.slice(Math.max(0, from - NEAR), from);
  if (KIND.test(before) || /(?:^|\s)#$/.test(before) || /:\/\/\S*\/$/.test(before)) return true;
  const elements = before.split(JOINED);
  if (elements.pop() !== "") return false;
  const first = elements.findLast((element) => /\s/.test(element)) ?? "";
  return KIND.test(first.replace(/\S+$/, ""));
}

/** What a corpus' ids are joined by, with the kinds of the parts: `L-N` in `REQ-12`. */
export type Joints = ReadonlySet<string>;

export function jointAt(text: string, at: number): string {
  const [before, after] = [kindOf(text.charAt(at - 1)), kindOf(text.charAt(at + 1))];
  return before && after && `${before}${text.charAt(at)}${after}`;
}

function kindOf(character: string): string {
  return /\p{N}/u.test(character) ? "N" : isInWord(character) ? "L" : "";
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
  const continues = (at: number) => goesOn({ text, from, to }, at, joints);
  if (continues(to) && !starts.has(to + 1) && !(word && text.startsWith(word, to + 1))) return false;
  return !continues(from - 1) || ends.has(from - 1) || (word !== "" && wordBefore(text, from).startsWith(word));
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

/** True where a longer id goes on at this place, by its corpus' own joints or with a number. Parts of an address are none. */
function goesOn({ text, from }: TextPlace, at: number, joints: Joints): boolean {
  const joint = jointAt(text, at);
  if (joint === "" || (/[/#?]/.test(joint) && isInAddress(text, from))) return false;
  return joints.has(joint) || /[-_.]N$/.test(joint);
}

function isInAddress(text: string, at: number): boolean {
  return wordBefore(text, at).includes("://");
}
