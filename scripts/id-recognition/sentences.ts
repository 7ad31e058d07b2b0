import { makeRandom, pick, type Random, shuffle } from "../../base/random.ts";
import type { Corpus } from "../../db/ports/corpus.ts";

/** A text, and the ids that it names. */
export interface Marked {
  text: string;
  ids: readonly string[];
  /** Nothing in it says of a bare number that it is a record: no word for its kind, no relation, quotes, brackets or column. */
  silent?: true;
}

interface Options {
  count: number;
  seed: number;
  /** Its ids were given to the corpus after its texts were written: what looks like an id in them is not one. */
  renamed: boolean;
}

/** Sentences into which ids of the corpus are put, or which name none. */
export function markedSentences(corpus: Corpus, { count, seed, renamed }: Options): Marked[] {
  const random = makeRandom("marked sentences", seed);
  const ids = corpus.artifacts.map(({ id }) => id);
  const typeOf = new Map(corpus.artifacts.map(({ id, type }) => [id, type]));
  const lines = linesWithoutIds(corpus, { random, renamed });
  const known = new Set(ids);
  return Array.from({ length: count }, () => {
    const [id, other] = [pick(random, ids), pick(random, ids)];
    const line = lines.length > 0 ? pick(random, lines) : "Nothing was said of it.";
    const noun = typeOf.get(id)!.replaceAll(/[_-]/g, " ");
    return pick(random, forms(random, { id, other, line, noun, known }))();
  });
}

/** Sentences of the corpus that hold none of its ids, nor what one ends with behind its last separator. */
function linesWithoutIds(
  { artifacts }: Corpus,
  { random, renamed }: Pick<Options, "renamed"> & { random: Random },
): string[] {
  const lines = artifacts
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|\n+/))
    .filter(({ length }) => length > 20 && length < 300);
  const drawn = shuffle(random, lines).slice(0, 500);
  if (renamed) return drawn;
  const names = artifacts.flatMap(({ id }) => [id, id.split(/[/#:]/).at(-1)!]).filter(({ length }) => length > 3);
  return drawn.filter((line) => !names.some((name) => line.includes(name)));
}

interface Parts {
  id: string;
  other: string;
  line: string;
  /** What records of its kind are called. */
  noun: string;
  known: ReadonlySet<string>;
}

/** The ways in which a sentence names ids, or does not. */
function forms(random: Random, { id, other, line, noun, known }: Parts): (() => Marked)[] {
  const both = [...new Set([id, other])];
  const absent = absentLike(id);
  return [
    () => ({ text: `We changed ${id}. ${line}`, ids: [id], silent: true }),
    () => ({ text: `${line} (${id})`, ids: [id] }),
    () => ({ text: `Which tests are linked to \`${id}\`?`, ids: [id] }),
    () => ({ text: `tests of ${id}, ${other} and nothing else`, ids: both }),
    () => ({ text: `${id} or ${other}: which of the two?`, ids: both, silent: true }),
    () => ({ text: `see https://tracker.example/browse/${id} for more`, ids: [id] }),
    () => ({ text: `"${id}" was renamed; ${line}`, ids: [id] }),
    () => ({ text: `does ${variantOf(random, id)} still hold?`, ids: [id], silent: true }),
    () => ({ text: `| id | why |\n|---|---|\n| \`${id}\` | ${line} |`, ids: [id] }),
    () => ({ text: `| why | test |\n|---|---|\n| ${line.replaceAll("|", "")} | ${id}, ${other} |`, ids: both }),
    () => ({ text: `Welche Tests prüfen Anforderung ${id}, und was sagt „${other}“?`, ids: both }),
    () => ({ text: `Quels tests couvrent l'exigence ${id} (voir « ${line} ») ?`, ids: [id] }),
    () => ({ text: `${id}'s result, and [${other}](https://tracker.example/issues)`, ids: both, silent: true }),
    () => ({ text: JSON.stringify({ rows: [{ id, text: `${line}\n${line}` }] }), ids: [id] }),
    () => ({ text: JSON.stringify({ ids: [id, other], total: 2 }, null, 1), ids: both }),
    () => ({ text: `https://tracker.example/browse/${encodeURIComponent(id)}`, ids: [id] }),
    () => ({ text: `item ${fullWidth(random, id)} and no other`, ids: [id] }),
    () => ({ text: `compare *${id}*\nwith **${other}**;\n${line}`, ids: both, silent: true }),
    () => ({ text: `${line} The ${noun} ${id} says so.`, ids: [id] }),
    () => ({ text: `${line}\n- ${overLine(id)}\n- ${line}`, ids: [id], silent: true }),
    () => ({ text: line, ids: [] }),
    () => ({ text: `what about ${absent}?`, ids: known.has(absent) ? [absent] : [] }),
  ];
}

/** Another case, or another separator in the place of the first, where the id has letters and digits to go by. */
function variantOf(random: Random, id: string): string {
  const lower = id.toLowerCase();
  const spaced = id.replace(/(?<=\p{L}{2})[-_](?=\p{N})/u, pick(random, [" ", "_", "-", ""]));
  return /\p{L}.*\p{N}/u.test(id) ? pick(random, [lower, spaced]) : id;
}

/** Letters and digits, or all signs, as Chinese and Japanese keyboards write them. */
function fullWidth(random: Random, id: string): string {
  return id.replace(pick(random, [/[0-9A-Za-z]/g, /[!-~]/g]), (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  );
}

/** Broken behind its first separator. */
function overLine(id: string): string {
  return id.replace(/(?<=[\p{L}\p{N}])[-_/:.]+(?=[\p{L}\p{N}])/u, "$&\n  ");
}

/** An id of the same shape that goes on where a known one ends. */
function absentLike(id: string): string {
  return /\p{N}$/u.test(id) ? `${id}98765` : `${id}-98765`;
}
