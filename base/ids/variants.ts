import { atomsOf, gapsOf, type IdAtom } from "./atoms.ts";
import type { Name } from "./name-tree.ts";

/** Where a text has the atoms of a name. */
export interface AtomStretch {
  text: string;
  atoms: readonly IdAtom[];
}

export function standsAsWritten(name: Name, { text, atoms }: AtomStretch): boolean {
  return text.startsWith(name.text, atoms[0]!.from - atomsOf(name.text)[0]!.from);
}

const SEPARATOR = /^[\s_./:#~\-\u2010-\u2015]?$/;
/** What people leave out around an id. */
const BRACKETS = /^[{}()[\]<>"'`]*$/;

/** Another way of writing it: letter case, one separator for another or for none. Only of what is no ordinary word. */
export function standsOtherwise({ text: name }: Name, { text, atoms }: AtomStretch): boolean {
  const own = atomsOf(name);
  if (own.length < 2 || (own.length < 3 && !/\p{N}/u.test(name))) return false;
  if (![name.slice(0, own[0]!.from), name.slice(own.at(-1)!.to)].every((outer) => BRACKETS.test(outer))) return false;
  const [gaps, ownGaps] = [gapsOf(text, atoms).map(plainGap), gapsOf(name, own).map(plainGap)];
  const isAlike = (gap: string, index: number) =>
    gap === ownGaps[index] || (SEPARATOR.test(gap) && SEPARATOR.test(ownGaps[index]!));
  if (!gaps.every(isAlike)) return false;
  // Words with blanks between them are prose, unless they begin as the id does: `REQ 12` does, `a 5` and `core routing` do not.
  const blank = gaps.some((gap, index) => gap === " " && gap !== ownGaps[index]);
  const [first] = own as [IdAtom];
  const begins = text.startsWith(name.slice(first.from, first.to), atoms[0]!.from);
  return !blank || (/\p{N}/u.test(name) && first.key.length > (begins ? 1 : 2));
}

/** Full-width signs are signs; blanks are one blank, and a line may end behind a separator. */
function plainGap(gap: string): string {
  const plain = gap.normalize("NFKC").replace(/\s+/g, " ");
  return plain.length === 2 && plain.endsWith(" ") && /[-_./:#]/.test(plain) && /\n/.test(gap)
    ? plain.charAt(0)
    : plain;
}
