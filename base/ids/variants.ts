import { atomsOf, gapsOf, type IdAtom } from "./atoms.ts";
import type { Name } from "./name-index.ts";

/** Where a text has the atoms of a name. */
export interface AtomStretch {
  text: string;
  atoms: readonly IdAtom[];
}

export function standsAsWritten(name: Name, { text, atoms }: AtomStretch): boolean {
  return text.startsWith(name.text, atoms[0]!.from - atomsOf(name.text)[0]!.from);
}

/** Up to where in the text it stands there as it is, which no blank ends. */
export function alikeUntil({ text: name }: Name, { text, atoms }: AtomStretch): number {
  const from = atoms[0]!.from - atomsOf(name)[0]!.from;
  let length = 0;
  while (length < name.length && name[length] === text[from + length]) length++;
  return from + name.slice(0, length).trimEnd().length;
}

/** One sign, also repeated. */
const SEPARATOR = /^(?:\s|([_./:#~\-\u2010-\u2015\u2212])\1*)?$/;
/** What people leave out around an id. */
const BRACKETS = /^[{}()[\]<>"'`*]*$/;
/** Ids of so many characters don't come about by chance, where not all that joins them is a blank. */
const LONG = 8;

/** Another way of writing it: letter case, one separator for another or for none. Only of what is no ordinary word. */
export function standsOtherwise({ text: name }: Name, { text, atoms }: AtomStretch): boolean {
  const own = atomsOf(name);
  if (goesOverLines(name, { text, atoms })) return true;
  if (own.length < 2 || (own.length < 3 && !/\p{N}/u.test(name))) return false;
  if (![name.slice(0, own[0]!.from), name.slice(own.at(-1)!.to)].every((outer) => BRACKETS.test(outer))) return false;
  const [gaps, ownGaps] = [gapsOf(text, atoms).map(plainGap), gapsOf(name, own).map(plainGap)];
  const isAlike = (gap: string, index: number) =>
    gap === ownGaps[index] || (SEPARATOR.test(gap) && SEPARATOR.test(ownGaps[index]!));
  if (!gaps.every(isAlike)) return false;
  // Words with blanks between them are prose, unless they begin as the id does (`REQ 12` does, `a 5` and `core routing` do not) or are long.
  const blank = gaps.some((gap, index) => gap === " " && gap !== ownGaps[index]);
  const long = name.length >= LONG && gaps.some((gap) => gap.trim() !== "");
  const [first] = own as [IdAtom];
  const begins = text.startsWith(name.slice(first.from, first.to), atoms[0]!.from);
  return !blank || (/\p{N}/u.test(name) && (long || first.key.length > (begins ? 1 : 2)));
}

/** As it is, but for lines that end behind its separators. A full stop may end a sentence there: `package.` and `Function` are two words. */
function goesOverLines(name: string, { text, atoms }: AtomStretch): boolean {
  const written = text.slice(atoms[0]!.from, atoms.at(-1)!.to);
  if (!written.includes("\n") || written.replace(/(?<=[-_./:#~])\s*\n\s*/g, "") !== name) return false;
  return !/\.\s*\n/.test(written) || /\p{Ll}\p{Lu}|\p{N}/u.test(name);
}

/** Blanks are one blank, and a line may end behind a separator. */
function plainGap(gap: string): string {
  const plain = gap.normalize("NFKC").replace(/\s+/g, " ");
  return /\n/.test(gap) && /^[-_./:#~]+ $/.test(plain) ? plain.trimEnd() : plain;
}
