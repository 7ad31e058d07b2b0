import { type IdAtom, isAscii, keysOf, kindOfLower } from "./atoms.ts";

/** How an id may be written: as it is, or shorter. */
export interface Name {
  text: string;
  id: string;
}

/** Names by a hash of their atoms' keys, in tables of numbers: of 200,000 it is made in a tenth of a second. What has the hash alone is told by reading it. */
export interface NameIndex {
  names: readonly Name[];
  /** By name, its hash. */
  hashes: Int32Array;
  /** By the lower bits of a hash, the first name that has them, and by name the next one; -1 where there is none. */
  heads: Int32Array;
  next: Int32Array;
  /** A bit for each hash of what a longer name begins with; a few more are set by chance, which costs a look. */
  beginnings: Uint8Array;
}

const [SEED, PRIME, END] = [0x811c9dc5 | 0, 0x01000193, 0x1f];
/** Bits for each name: paths have ten beginnings and more. */
const BEGINNING_BITS = 32;

export function nameIndex(given: Iterable<Name>): NameIndex {
  const names = [...given];
  const [hashes, next] = [new Int32Array(names.length), new Int32Array(names.length)];
  const heads = new Int32Array(powerOfTwo(names.length)).fill(-1);
  const beginnings = new Uint8Array(powerOfTwo(names.length * BEGINNING_BITS) / 8);
  // From the last one on, so that those of one hash follow each other in the given order.
  for (let index = names.length - 1; index >= 0; index--) {
    const hash = addBeginnings(names[index]!.text, beginnings);
    if (hash === null) continue;
    const place = hash & (heads.length - 1);
    hashes[index] = hash;
    next[index] = heads[place]!;
    heads[place] = index;
  }
  return { names, hashes, heads, next, beginnings };
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(least, 8)));
}

/** Names that stand at an atom, and how many atoms they have. */
export interface NamesThere {
  names: readonly Name[];
  length: number;
}

/** One empty list for all: most atoms begin no name. */
const [NOWHERE, NO_NAMES]: [readonly NamesThere[], readonly Name[]] = [[], []];

/** Names whose atoms stand there one after the other, shortest first: alike but for what is between them. */
export function namesAt(index: NameIndex, atoms: readonly IdAtom[], first: number): readonly NamesThere[] {
  let found = NOWHERE;
  let hash = SEED;
  for (let length = 1; first + length <= atoms.length; length++) {
    hash = withKey(hash, atoms[first + length - 1]!.key);
    const names = namesOf(index, hash, { atoms, first, length });
    if (names.length > 0) found = [...found, { names, length }];
    if (!hasBit(index.beginnings, hash)) break;
  }
  return found;
}

interface Stretch {
  atoms: readonly IdAtom[];
  first: number;
  length: number;
}

function namesOf({ names, hashes, heads, next }: NameIndex, hash: number, stretch: Stretch): readonly Name[] {
  let found = NO_NAMES;
  for (let at = heads[hash & (heads.length - 1)]!; at >= 0; at = next[at]!)
    if (hashes[at] === hash && isAt(keysOf(names[at]!.text), stretch)) found = [...found, names[at]!];
  return found;
}

function isAt(keys: readonly string[], { atoms, first, length }: Stretch): boolean {
  return keys.length === length && keys.every((key, index) => key === atoms[first + index]!.key);
}

/** The hash of all its atoms, with those of fewer of them added; null without atoms. */
function addBeginnings(text: string, beginnings: Uint8Array): number | null {
  let hash: number | null = null;
  const end = (longer: number) => {
    if (hash !== null) beginnings[(hash >>> 3) & (beginnings.length - 1)]! |= 1 << (hash & 7);
    hash = longer;
  };
  if (isAscii(text)) eachAsciiAtom(text, end);
  else {
    let whole = SEED;
    for (const key of keysOf(text)) {
      whole = withKey(whole, key);
      end(whole);
    }
  }
  return hash;
}

function hasBit(bits: Uint8Array, hash: number): boolean {
  return (bits[(hash >>> 3) & (bits.length - 1)]! & (1 << (hash & 7))) !== 0;
}

/** FNV-1a over the keys' characters, with a mark behind each key. */
function withKey(hash: number, key: string): number {
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), PRIME);
  return Math.imul(hash ^ END, PRIME);
}

/** Tells the hash at each atom's end, as of `keysOf`, without making texts of the atoms. */
function eachAsciiAtom(text: string, end: (hash: number) => void): void {
  let hash = SEED;
  let kind = 0;
  for (let index = 0; index <= text.length; index++) {
    const code = text.charCodeAt(index) | 0;
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    const own = kindOfLower(lower);
    if (kind !== 0 && own !== kind) {
      hash = Math.imul(hash ^ END, PRIME);
      end(hash);
    }
    kind = own;
    if (own !== 0) hash = Math.imul(hash ^ lower, PRIME);
  }
}
