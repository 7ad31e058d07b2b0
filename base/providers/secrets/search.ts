import { encodedForms, formsOf } from "./forms.ts";
import { GROUPED, ungrouped } from "./grouped.ts";
import { MIN_SECRET, type Secret } from "./secrets.ts";

/** A part of a text that stands in a secret too. */
export interface Found {
  start: number;
  end: number;
  /** Of the variable that the secret comes from. */
  name: string;
}

export interface SecretSearch {
  /** Every piece of `MIN_SECRET` characters and more that stands in a secret, in order, none touching the next. */
  find(text: string): Found[];
  /** Whether a text holds a secret from end to end, in one of its forms. */
  holdsWhole(text: string): boolean;
}

/** Characters at the end of a window that decide how far it can be moved (Wu and Manber 1994, with one length of pattern). */
const BLOCK = 2;
const TABLE = 1 << 16;

/** Linear in the text: each window is moved on by at least one character, most by several. */
export function makeSearch(secrets: readonly Secret[]): SecretSearch {
  const names = new Map<string, string>();
  const forms = secrets.map(({ name, value }) => ({ name, forms: formsOf(value) }));
  for (const secret of forms)
    for (const form of secret.forms)
      for (let at = 0; at + MIN_SECRET <= form.length; at++) {
        const piece = form.slice(at, at + MIN_SECRET);
        if (!names.has(piece)) names.set(piece, secret.name);
      }
  const steps = stepsOf(names.keys());
  const encoded = secrets.flatMap(({ name, value }) => encodedForms(value).map((form) => ({ name, form })));
  const grouped = secrets.flatMap(({ name, value }) => {
    const bare = value.replace(GROUPED, "");
    return bare.length < MIN_GROUPED ? [] : [{ name, form: bare }];
  });
  const findHidden = (text: string): Found[] => [
    ...encoded.flatMap((secret) => placesOf(text, secret)),
    ...(grouped.length === 0 ? [] : findGrouped(text, grouped)),
  ];
  return {
    find(text) {
      return merged([...findPieces(text), ...(text.length < MIN_SECRET ? [] : findHidden(text))]);
    },
    holdsWhole: (text) =>
      forms.some((secret) => secret.forms.some((form) => text.includes(form))) || findHidden(text).length > 0,
  };

  function findPieces(text: string): Found[] {
    const found: Found[] = [];
    if (names.size === 0) return found;
    for (let at = 0; at + MIN_SECRET <= text.length; ) {
      const step = steps[blockOf(text, at + MIN_SECRET - BLOCK)]!;
      const name = step === 0 ? names.get(text.slice(at, at + MIN_SECRET)) : undefined;
      if (name !== undefined) extend(found, { start: at, end: at + MIN_SECRET, name });
      at += Math.max(step, 1);
    }
    return found;
  }
}

/** Shorter ones could be joined from the words of a text by chance. */
const MIN_GROUPED = 16;

interface Whole {
  name: string;
  form: string;
}

function placesOf(text: string, { name, form }: Whole): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
    found.push({ start: at, end: at + form.length, name });
  return found;
}

/** A key in groups (`abcd-efgh ijkl`): found in the text without its separators, and given where it stands in the text itself. */
function findGrouped(text: string, grouped: readonly Whole[]): Found[] {
  const { bare, places } = ungrouped(text);
  if (bare.length === text.length) return [];
  return grouped
    .flatMap((secret) => placesOf(bare, secret))
    .map(({ start, end, name }) => ({ start: places(start), end: places(end - 1) + 1, name }));
}

/** In order, what overlaps as one, by the name of the first. */
function merged(found: readonly Found[]): Found[] {
  const all: Found[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last && next.start <= last.end) last.end = Math.max(last.end, next.end);
    else all.push({ ...next });
  }
  return all;
}

/** How far a window may be moved, by its last block: no piece has that block further to its end. */
function stepsOf(pieces: Iterable<string>): Uint8Array {
  const steps = new Uint8Array(TABLE).fill(MIN_SECRET - BLOCK + 1);
  for (const piece of pieces)
    for (let at = 0; at + BLOCK <= MIN_SECRET; at++) {
      const block = blockOf(piece, at);
      steps[block] = Math.min(steps[block]!, MIN_SECRET - BLOCK - at);
    }
  return steps;
}

function blockOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 257 + text.charCodeAt(at + 1)) % TABLE;
}

function extend(found: Found[], next: Found): void {
  const last = found.at(-1);
  if (last && next.start <= last.end) last.end = next.end;
  else found.push(next);
}
