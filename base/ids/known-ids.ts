import { atomsOf, type IdAtom, keysOf } from "./atoms.ts";
import { type Joints, jointAfter, standsAlone, type TextPlace } from "./context.ts";
import { isOrdinary, kindMatcher, marksIn } from "./marks.ts";
import { type Name, type NameIndex, type NamesThere, nameIndex, namesAt } from "./name-index.ts";
import { plainText, withoutEscapes } from "./plain-text.ts";
import { alikeUntil, standsAsWritten, standsOtherwise } from "./variants.ts";

/** An id that stands in a text, and how and where it is written there. */
export interface FoundId {
  id: string;
  text: string;
  at: number;
}

/** The ids of a corpus, made to be looked up in texts. */
export interface KnownIds {
  /**
   * Each place where an id stands, in order; several ids at one place where the text does not say which of them it means.
   * Those that are looked for need no sign that they are meant.
   */
  find(text: string, lookedFor?: ReadonlySet<string>): FoundId[];
}

/**
 * Recognises ids in texts by knowing them, whatever their shape. A text and an id are read as *atoms* and what stands
 * between them. At each place the longest id wins that stands there as it is; else the longest one with the same atoms,
 * letter case apart, whose separators are others or left out; a short form counts as its id. What is a part of a longer
 * word or id does not count, and an id that might be an ordinary word or number counts only where the text marks it as a name,
 * as words for kinds of records do: the usual ones and those given.
 * Time is linear in the text, times the atoms of the longest id that it nearly holds.
 */
export function knownIds(given: Iterable<string>, kinds: Iterable<string> = []): KnownIds {
  const ids = given instanceof Set ? (given as ReadonlySet<string>) : new Set(given);
  const index = nameIndex(namesOf(ids));
  const joints = jointsOf(ids);
  const kind = kindMatcher(kinds);
  return {
    find(written, lookedFor = new Set()) {
      const { text, written: original } = plainText(written);
      const isMarked = marksIn(text, kind);
      return settle({ text, index, joints, lookedFor, isMarked }).flatMap((found) => {
        const stands = original(found.from, found.to);
        const meant = found.ids.includes(stands.text) ? [stands.text] : found.ids;
        return meant.map((id) => ({ id, ...stands }));
      });
    },
  };
}

function* namesOf(ids: ReadonlySet<string>): Generator<Name> {
  for (const id of ids) yield { text: withoutEscapes(id), id };
  for (const [text, id] of shortForms(ids)) if (id !== null) yield { text, id };
}

/** What an id ends with behind its last `/`, `#` or `:`, where that looks like a name; null where it is no id's alone. */
function shortForms(ids: ReadonlySet<string>): Map<string, string | null> {
  const owners = new Map<string, string | null>();
  for (const id of ids) {
    if (!/[/#:]/.test(id)) continue;
    const short = id.slice(Math.max(...["/", "#", ":"].map((sign) => id.lastIndexOf(sign))) + 1);
    if (short !== id && /\p{L}.*[\p{N}_.]|\p{Ll}\p{Lu}/u.test(short) && keysOf(short).length > 1)
      owners.set(short, owners.has(short) || ids.has(short) ? null : id);
  }
  return owners;
}

const JOINTS_SAMPLE = 5_000;

/** Joints of at least one in a hundred ids, or of so many of them. */
function jointsOf(ids: ReadonlySet<string>): Joints {
  const counts = new Map<string, number>();
  const every = Math.ceil(ids.size / JOINTS_SAMPLE);
  const sample = [...ids].filter((_, index) => index % every === 0);
  for (const id of sample) {
    const joints = new Set(atomsOf(id).map(({ to }) => jointAfter(id, to)));
    for (const joint of joints) if (/^.[^,;()&|]+.$/u.test(joint)) counts.set(joint, (counts.get(joint) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= sample.length / 100).map(([joint]) => joint));
}

interface Reading {
  text: string;
  index: NameIndex;
  joints: Joints;
  lookedFor: ReadonlySet<string>;
  isMarked(place: TextPlace): boolean;
}

/** A stretch of the text that may be an id. */
interface Candidate {
  ids: string[];
  from: number;
  to: number;
}

/** An atom at which names stand. */
interface NamedPlace {
  named: readonly NamesThere[];
  atoms: readonly IdAtom[];
  first: number;
}

/** The candidates that stand on their own, from left to right, none within another. */
function settle(reading: Reading): Candidate[] {
  const { text, index, joints } = reading;
  const atoms = atomsOf(text);
  const places: (readonly Candidate[])[] = [];
  for (let first = 0; first < atoms.length; first++) {
    const named = namesAt(index, atoms, first);
    if (named.length > 0) places.push(candidatesAt(reading, { named, atoms, first }));
  }
  const all = places.flat();
  const [starts, ends] = [new Set(all.map(({ from }) => from)), new Set(all.map(({ to }) => to))];
  const settled: Candidate[] = [];
  let end = 0;
  for (const candidates of places) {
    const best = candidates.find(
      ({ from, to }) => from >= end && standsAlone({ text, from, to }, { joints, starts, ends }),
    );
    if (best) end = settled[settled.push(best) - 1]!.to;
  }
  return settled;
}

/**
 * What may stand at an atom, best first: as written, longest first; then other ways of writing, longest first. Before both
 * comes what is written otherwise only behind the sign that the longest one goes on with: `spec#section6.2` is no `spec`.
 */
function candidatesAt({ text, lookedFor, isMarked }: Reading, { named, atoms, first }: NamedPlace): Candidate[] {
  const exact: Candidate[] = [];
  const variants: (Candidate & { alike: number })[] = [];
  for (const { names, length } of named) {
    const stretch = { text, atoms: atoms.slice(first, first + length) };
    const written = names.filter((name) => standsAsWritten(name, stretch));
    for (const { id, text: name } of written) {
      const from = atoms[first]!.from - atomsOf(name)[0]!.from;
      const place = { text, from, to: from + name.length };
      if (isOrdinary(name) && !lookedFor.has(id) && !isMarked(place)) continue;
      const same = exact.find((other) => other.from === from && other.to === place.to);
      if (same) same.ids.push(id);
      else exact.push({ ids: [id], from, to: place.to });
    }
    const others = written.length > 0 ? [] : names.filter((name) => standsOtherwise(name, stretch));
    if (others.length > 0)
      variants.push({
        ids: [...new Set(others.map(({ id }) => id))],
        from: atoms[first]!.from,
        to: stretch.atoms.at(-1)!.to,
        alike: Math.max(...others.map((name) => alikeUntil(name, stretch))),
      });
  }
  const length = ({ from, to }: Candidate) => to - from;
  const [longest, ...shorter] = exact.sort((a, b) => length(b) - length(a));
  const others = variants.reverse();
  if (longest === undefined) return others;
  const goesOn = others.filter(({ alike, to }) => to > longest.to && alike > longest.to);
  return [...goesOn, longest, ...shorter, ...others.filter((other) => !goesOn.includes(other))];
}
