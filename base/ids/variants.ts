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

/** One sign, also repeated. */
const SEPARATOR = /^(?:\s|([_./:#~\-\u2010-\u2015\u2212])\1*)?$/;
/** What people leave out around an id. */
const BRACKETS = /^[{}()[\]<>"'`*]*$/;
/** Ids of so many characters don't come about by chance, where not all that joins them is a blank. */
const LONG = 8;

/** Another way of writing it: letter case, one separator for another or for none. Only of what is no ordinary word. */
export function standsOtherwise({ text: name }: Name, { text, atoms }: AtomStretch): boolean {
  const own = atomsOf(name);
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

/** Blanks are one blank, and a line may end behind a separator. */
function plainGap(gap: string): string {
  const plain = gap.normalize("NFKC").replace(/\s+/g, " ");
  return /\n/.test(gap) && /^[-_./:#~]+ $/.test(plain) ? plain.trimEnd() : plain;
}
