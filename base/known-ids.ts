/** An id that stands in a text, and how and where it is written there. */
interface FoundId {
  id: string;
  text: string;
  at: number;
}

/** The ids of a corpus, made to be looked up in texts. */
export interface KnownIds {
  /** Each place where an id stands, in order; several ids at one place where the text does not say which of them it means. */
  find(text: string): FoundId[];
}

/**
 * Recognises ids in texts by knowing them, whatever their shape. A text and an id are read as *atoms* (runs of letters,
 * runs of digits, single characters of scripts that write no blanks) and what stands between them. At each place the
 * longest id wins that stands there as it is; else the longest one with the same atoms, letter case apart, whose
 * separators are others or left out. What is a part of a longer word or id is none, and an id that might be an ordinary
 * word or number counts only where the text marks it as a name. Time is linear in the text.
 */
export function knownIds(ids: Iterable<string>): KnownIds {
  const index: Index = { byKey: new Map(), starts: new Set() };
  for (const id of new Set(ids)) addId(index, id);
  const joiners = joinersOf(index);
  return {
    find(text) {
      const atoms = atomsOf(text);
      return settle(
        atoms.map((_, first) => candidatesAt(index, { text, atoms, first })),
        { text, joiners },
      );
    },
  };
}

interface Atom {
  /** Compatibility forms and letter case do not count. */
  key: string;
  from: number;
  to: number;
}

interface KnownId {
  id: string;
  atoms: readonly Atom[];
}

interface Index {
  byKey: Map<string, KnownId[]>;
  /** Keys of all beginnings of ids, so that a search ends where none goes on. */
  starts: Set<string>;
}

const UNSPACED = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const ATOM = new RegExp(`\\p{N}+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+`, "gu");
const IN_WORD = new RegExp(`(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_]`, "u");
/** Longer ids are known by so many atoms only. */
const MOST_ATOMS = 64;

function atomsOf(text: string): Atom[] {
  return [...text.matchAll(ATOM)].map((match) => ({
    key: match[0].normalize("NFKC").toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

function addId({ byKey, starts }: Index, id: string): void {
  const atoms = atomsOf(id);
  if (atoms.length === 0 || atoms.length > MOST_ATOMS) return;
  let key = "";
  for (const atom of atoms) {
    key += `${atom.key} `;
    starts.add(key);
  }
  const same = byKey.get(key);
  if (same) same.push({ id, atoms });
  else byKey.set(key, [{ id, atoms }]);
}

/** A stretch of the text that may be an id. */
interface Candidate {
  ids: readonly string[];
  from: number;
  to: number;
}

interface Place {
  text: string;
  atoms: readonly Atom[];
  first: number;
}

/** What may stand at an atom, best first: as written, longest first; then other ways of writing, longest first. */
function candidatesAt({ byKey, starts }: Index, { text, atoms, first }: Place): Candidate[] {
  const exact: Candidate[] = [];
  const variants: Candidate[] = [];
  let key = "";
  for (let last = first; last < Math.min(atoms.length, first + MOST_ATOMS); last++) {
    key += `${atoms[last]!.key} `;
    if (!starts.has(key)) break;
    const stretch = atoms.slice(first, last + 1);
    const same = byKey.get(key) ?? [];
    const written = same.filter((known) => standsAsWritten(known, { text, stretch }));
    for (const { id, atoms: own } of written) {
      const from = stretch[0]!.from - own[0]!.from;
      if (!isOrdinary(id) || isMarked(text, from, from + id.length))
        exact.push({ ids: [id], from, to: from + id.length });
    }
    const others = written.length > 0 ? [] : same.filter((known) => standsOtherwise(known, { text, stretch }));
    if (others.length > 0)
      variants.push({ ids: others.map(({ id }) => id), from: stretch[0]!.from, to: stretch.at(-1)!.to });
  }
  const longest = (a: Candidate, b: Candidate) => b.to - b.from - (a.to - a.from);
  return [...exact.sort(longest), ...variants.sort(longest)];
}

interface Stretch {
  text: string;
  stretch: readonly Atom[];
}

function standsAsWritten({ id, atoms }: KnownId, { text, stretch }: Stretch): boolean {
  return text.startsWith(id, stretch[0]!.from - atoms[0]!.from);
}

const SEPARATOR = /^[\s_./:#~\-\u2010-\u2015]?$/;
/** What people leave out around an id. */
const BRACKETS = /^[{}()[\]<>"'`]*$/;

/** Another way of writing it: letter case, one separator for another or for none. Only of ids that are no ordinary words. */
function standsOtherwise({ id, atoms }: KnownId, { text, stretch }: Stretch): boolean {
  if (atoms.length < 2 || (atoms.length < 3 && !/\p{N}/u.test(id))) return false;
  if (![id.slice(0, atoms[0]!.from), id.slice(atoms.at(-1)!.to)].every((outer) => BRACKETS.test(outer))) return false;
  const gaps = between(text, stretch);
  const own = between(id, atoms);
  const alike = gaps.every((gap, index) => gap === own[index] || (SEPARATOR.test(gap) && SEPARATOR.test(own[index]!)));
  if (!alike) return false;
  // Words with blanks between them are prose, unless they begin as the id does: `REQ 12` does, `a 5` and `core routing` do not.
  const blank = gaps.some((gap, index) => /\s/.test(gap) && gap !== own[index]);
  return (
    !blank ||
    (/\p{N}/u.test(id) &&
      atoms[0]!.key.length > (text.startsWith(id.slice(atoms[0]!.from, atoms[0]!.to), stretch[0]!.from) ? 1 : 2))
  );
}

function between(text: string, atoms: readonly Atom[]): string[] {
  return atoms.slice(1).map((atom, index) => text.slice(atoms[index]!.to, atom.from));
}

/** Ids that a text may hold without meaning them: a word, two words, a short number. */
function isOrdinary(id: string): boolean {
  return /^\p{N}{1,4}$/u.test(id) || /^\p{L}\p{Ll}*(?:\s\p{L}\p{Ll}*)?$/u.test(id) || /^\p{Lu}{1,4}$/u.test(id);
}

const KIND =
  /(?:^|[^\p{L}\p{N}])(?:ids?|no\.?|number|key|called|named|record|item|req(?:uirement)?|test(?:[ -]?case)?|tc|bug|issue|ticket|defect|story|feature|change|message|protocol|component|section|clause|rule|case|artifact)s?\s*[:#]?\s*$/iu;
/** Before a further one of a list. */
const LIST = /(?:[,;&]|\band\b|\bor\b|\bto\b)\s*$/i;
const LISTED = /(?:[^\s,;&]+\s*(?:[,;&]|\band\b|\bor\b|\bto\b)\s*)+$/iu;

/** True where quotes, brackets or a word for a kind of record say that a name stands there; also further on in such a list. */
function isMarked(text: string, from: number, to: number): boolean {
  if (/["'`“‘«([<#]/.test(text.charAt(from - 1)) && /^["'`”’»)\]>]?$/.test(text.charAt(to))) return true;
  const before = text.slice(Math.max(0, from - 80), from);
  if (/:\/\/\S*\/$/.test(before)) return true;
  if (KIND.test(before) || /(?:^|\s)#$/.test(before)) return true;
  return LIST.test(before) && KIND.test(before.replace(LISTED, ""));
}

/** What joins parts of many ids: where one of these and a letter or digit goes on, the id is a longer one. */
function joinersOf({ byKey }: Index): ReadonlySet<string> {
  const all = [...byKey.values()].flat();
  const counts = new Map<string, number>();
  for (const { id, atoms } of all)
    for (const gap of new Set(between(id, atoms)))
      if (/^[^\s,;()&|]$/.test(gap)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= all.length / 20).map(([gap]) => gap);
  return new Set(["-", "_", "/", ".", ...common]);
}

/** The candidates that stand on their own, from left to right, none within another. */
function settle(
  places: readonly (readonly Candidate[])[],
  { text, joiners }: { text: string; joiners: ReadonlySet<string> },
): FoundId[] {
  const all = places.flat();
  const [starts, ends] = [new Set(all.map(({ from }) => from)), new Set(all.map(({ to }) => to))];
  const found: FoundId[] = [];
  let end = 0;
  for (const candidates of places) {
    const best = candidates.find(
      (candidate) => candidate.from >= end && standsAlone(candidate, { text, joiners, starts, ends }),
    );
    if (!best) continue;
    end = best.to;
    for (const id of best.ids) found.push({ id, text: text.slice(best.from, best.to), at: best.from });
  }
  return found;
}

interface Surroundings {
  text: string;
  joiners: ReadonlySet<string>;
  /** Where candidates begin and end. */
  starts: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

/**
 * False for a part of a longer word or id. Two ids may be joined (`REQ-1/REQ-2`), known or of the same beginning, and one
 * may end an address.
 */
function standsAlone({ from, to }: Candidate, { text, joiners, starts, ends }: Surroundings): boolean {
  const [before, after] = [text.charAt(from - 1), text.charAt(to)];
  if (IN_WORD.test(before) && IN_WORD.test(text.charAt(from))) return false;
  if (IN_WORD.test(after) && IN_WORD.test(text.charAt(to - 1))) return false;
  const [word = ""] = /^\p{L}{2,}/u.exec(text.slice(from, to)) ?? [];
  const joinedBefore = joiners.has(before) && IN_WORD.test(text.charAt(from - 2));
  if (joinedBefore && !ends.has(from - 1)) {
    const [joined = ""] = /\S+$/.exec(text.slice(Math.max(0, from - 200), from)) ?? [];
    if (!joined.includes("://") && (word === "" || !joined.startsWith(word))) return false;
  }
  const joinedAfter = joiners.has(after) && IN_WORD.test(text.charAt(to + 1));
  return !joinedAfter || starts.has(to + 1) || (word !== "" && text.startsWith(word, to + 1));
}
