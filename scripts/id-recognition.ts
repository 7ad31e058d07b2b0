/**
 * Precision and recall of the recognition of ids in sentences, by knowing the ids and by the patterns of their shapes, on
 * 500 sentences of each corpus whose ids are known because they were put there: as they are, in lists, tables, brackets, quotes,
 * links, JSON and addresses, in German and French, full-width, over a line's end, in another case or with another separator; and
 * sentences of the corpus with no id or with one that is not there. Besides, in how many of its texts' words that are ids (split at
 * blanks, without the punctuation around them) an id is read, and of 300 fabricated ids, known ones with other digits, how many are seen.
 *
 *   node --import tsx scripts/id-recognition.ts [<corpus folder> ...] [--sentences 500] [--seed 1] [--show]
 */

import { idReader } from "../base/ids/id-reader.ts";
import { knownIds } from "../base/ids/known-ids.ts";
import { findIds } from "../base/ids.ts";
import { makeRandom, pick, type Random, shuffle } from "../base/random.ts";
import { loadCorpus } from "../db/corpora/load.ts";
import type { Corpus } from "../db/corpus.ts";
import { argumentsOf } from "./arguments.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  sentences: { type: "string", default: "500" },
  seed: { type: "string", default: "1" },
  show: { type: "boolean", default: false },
});

interface Marked {
  text: string;
  ids: readonly string[];
}

console.log(
  "| corpus | ids | precision, recall by knowledge | by patterns | ids among its own words, read | fabricated, seen |\n|---|---:|---|---|---|---|",
);
for (const source of [
  { type: "telecom" as const, seed: 7 },
  ...positionals.map((path) => ({ type: "folder" as const, path })),
])
  measure(await loadCorpus(source));

function measure(corpus: Corpus): void {
  const ids = corpus.artifacts.map(({ id }) => id);
  const sentences = markedSentences(corpus, ids);
  const known = knownIds(ids);
  const byKnowledge = rate(sentences, (text) => known.find(text).map(({ id }) => id), flags.show);
  const byPatterns = rate(sentences, (text) => findIds(text, corpus.mapping.idPatterns));
  const [own, made] = [ownWords(corpus, new Set(ids)), fabricated(corpus, ids)];
  console.log(`| ${corpus.mapping.name} | ${ids.length} | ${byKnowledge} | ${byPatterns} | ${own} | ${made} |`);
}

/** Marked by an independent rule: words that are ids as they stand, but for those that might be ordinary ones. */
function ownWords({ artifacts }: Corpus, ids: ReadonlySet<string>): string {
  const known = knownIds(ids);
  let [read, all] = [0, 0];
  for (const { text } of artifacts.slice(0, 3_000))
    for (const line of text.split("\n").slice(0, 200)) {
      const words = line.split(/\s+/).map((word) => word.replace(/^[("'`[*<|]+|[)"'`\]*>|.,;:!?]+$/g, ""));
      const marked = words.filter((word) => ids.has(word) && /\p{L}.*\P{L}|\p{N}{5}/u.test(word));
      if (marked.length === 0) continue;
      const found = new Set(known.find(line).map(({ id }) => id));
      for (const word of new Set(marked)) {
        all++;
        if (found.has(word)) read++;
        else if (flags.show) console.error(JSON.stringify({ line, missed: word }));
      }
    }
  return `${read} of ${all}`;
}

/** Of the corpus' own shape: a known id with other digits. */
function fabricated({ mapping }: Corpus, ids: readonly string[]): string {
  const random = makeRandom("fabricated ids", Number(flags.seed));
  const [known, reader] = [new Set(ids), idReader(ids, mapping.idPatterns)];
  const made = Array.from({ length: 300 }, () =>
    pick(random, ids).replace(/\d/g, () => pick(random, [..."0123456789"])),
  ).filter((id) => !known.has(id));
  return `${made.filter((id) => reader.idsIn(`Linked to ${id} as well.`).has(id)).length} of ${made.length}`;
}

function rate(sentences: readonly Marked[], read: (text: string) => string[], show = false): string {
  let [right, found, wanted] = [0, 0, 0];
  for (const { text, ids } of sentences) {
    const read_ = [...new Set(read(text))];
    const hits = read_.filter((id) => ids.includes(id)).length;
    if (show && (hits < ids.length || hits < read_.length)) console.error(JSON.stringify({ text, ids, found: read_ }));
    right += hits;
    found += read_.length;
    wanted += ids.length;
  }
  return `${(right / found).toFixed(3)}, ${(right / wanted).toFixed(3)}`;
}

function markedSentences({ artifacts }: Corpus, ids: readonly string[]): Marked[] {
  const random = makeRandom("marked sentences", Number(flags.seed));
  const known = new Set(ids);
  const lines = artifacts
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|\n+/))
    .filter(({ length }) => length > 20 && length < 300);
  const plain = shuffle(random, lines)
    .slice(0, 500)
    .filter((line) => !ids.some((id) => line.includes(id)));
  return Array.from({ length: Number(flags.sentences) }, () => {
    const [id, other] = [pick(random, ids), pick(random, ids)];
    const line = plain.length > 0 ? pick(random, plain) : "Nothing was said of it.";
    return pick(random, forms(random, { id, other, line, known }))();
  });
}

interface Parts {
  id: string;
  other: string;
  line: string;
  known: ReadonlySet<string>;
}

/** The ways in which a sentence names ids, or does not. */
function forms(random: Random, { id, other, line, known }: Parts): (() => Marked)[] {
  const both = [...new Set([id, other])];
  const varied = variantOf(random, id);
  const absent = absentLike(id);
  return [
    () => ({ text: `We changed ${id}. ${line}`, ids: [id] }),
    () => ({ text: `${line} (${id})`, ids: [id] }),
    () => ({ text: `Which tests are linked to \`${id}\`?`, ids: [id] }),
    () => ({ text: `tests of ${id}, ${other} and nothing else`, ids: both }),
    () => ({ text: `${id} or ${other}: which of the two?`, ids: both }),
    () => ({ text: `see https://tracker.example/browse/${id} for more`, ids: [id] }),
    () => ({ text: `"${id}" was renamed; ${line}`, ids: [id] }),
    () => ({ text: `does ${varied} still hold?`, ids: [id] }),
    () => ({ text: `| id | why |\n|---|---|\n| \`${id}\` | ${line} |`, ids: [id] }),
    () => ({ text: `Welche Tests prüfen Anforderung ${id}, und was sagt „${other}“?`, ids: both }),
    () => ({ text: `Quels tests couvrent l'exigence ${id} (voir « ${line} ») ?`, ids: [id] }),
    () => ({ text: `${id}'s result, and [${other}](https://tracker.example/issues)`, ids: both }),
    () => ({ text: JSON.stringify({ rows: [{ id, text: `${line}\n${line}` }] }), ids: [id] }),
    () => ({ text: `https://tracker.example/browse/${encodeURIComponent(id)}`, ids: [id] }),
    () => ({ text: `item ${fullWidth(id)} and no other`, ids: [id] }),
    () => ({ text: `compare *${id}*\nwith **${other}**;\n${line}`, ids: both }),
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

/** Letters and digits as Chinese and Japanese keyboards write them. */
function fullWidth(id: string): string {
  return id.replace(/[0-9A-Za-z]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

/** An id of the same shape that goes on where a known one ends. */
function absentLike(id: string): string {
  return /\p{N}$/u.test(id) ? `${id}98765` : `${id}-98765`;
}
