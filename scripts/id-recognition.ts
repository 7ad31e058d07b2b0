/**
 * Precision and recall of the recognition of ids in sentences, by knowing the ids and by the patterns of their shapes, on
 * 500 sentences of each corpus whose ids are known because they were put there: as they are, in lists, tables, brackets, quotes,
 * links, JSON and addresses, in German and French, full-width, over a line's end, in another case or with another separator; and
 * sentences of the corpus with no id or with one that is not there. Besides, in how many of its texts' words that are ids (split at
 * blanks, without the punctuation around them) an id is read, and of 300 fabricated ids, known ones with other digits, how many are seen.
 * With --shapes also on each corpus with ids of sixteen other shapes in place of its own; chance matches in its texts do not count.
 * There the sentences in which nothing would say of a bare number that it is a record ("We changed 12.") are counted apart, too.
 *
 *   node --import tsx scripts/id-recognition.ts [<corpus folder> ...] [--sentences 500] [--seed 1] [--shapes] [--show]
 *
 * A corpus whose types need a mapping is given with it: `data/hadoop-bugs:bug_report=test_case`.
 */
import { idReader } from "../base/ids/id-reader.ts";
import { findIds } from "../base/ids.ts";
import { makeRandom, pick } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import type { Corpus } from "../db/ports/corpus.ts";
import { loadCorpus } from "../import/load.ts";
import { argumentsOf } from "./arguments.ts";
import { corpusFolder } from "./corpus-folder.ts";
import { type Marked, markedSentences } from "./id-recognition/sentences.ts";
import { reshaped } from "./id-recognition/shapes.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  sentences: { type: "string", default: "500" },
  seed: { type: "string", default: "1" },
  shapes: { type: "boolean", default: false },
  show: { type: "boolean", default: false },
});
const seed = Number(flags.seed);

console.log(
  `| corpus | ids | precision, recall by knowledge | ${flags.shapes ? "where something says that it is a record | where nothing does | " : ""}by patterns | ids among its own words, read | fabricated, seen |
|---|---:|---|---|---|---|${flags.shapes ? "---|---|" : ""}`,
);
await withScratchFolder("id-recognition", async (scratch) => {
  if (!flags.shapes) measure(await loadCorpus({ type: "telecom", seed: 7 }));
  for (const argument of positionals) {
    const corpus = await loadCorpus({ type: "folder", path: await corpusFolder(argument, scratch) });
    for (const each of flags.shapes ? reshaped(corpus, seed) : [corpus]) measure(each);
  }
});

function measure(corpus: Corpus): void {
  const { artifacts, mapping } = corpus;
  const known = new Set(artifacts.map(({ id }) => id));
  const sentences = markedSentences(corpus, { count: Number(flags.sentences), seed, renamed: flags.shapes });
  const reader = idReader(known, mapping);
  const knownIn = (text: string) => [...reader.idsIn(text)].filter((id) => known.has(id));
  const byKnowledge = flags.shapes
    ? [sentences, sentences.filter(({ silent }) => !silent), sentences.filter(({ silent }) => silent)]
        .map((some, part) => rate(some, knownIn, flags.show && part === 0))
        .join(" | ")
    : rate(sentences, knownIn, flags.show);
  const byPatterns = rate(sentences, (text) => findIds(text, mapping.idPatterns));
  const [own, made] = [ownWords(corpus, knownIn), fabricated(corpus, (text) => reader.idsIn(text))];
  console.log(`| ${mapping.name} | ${known.size} | ${byKnowledge} | ${byPatterns} | ${own} | ${made} |`);
}

/** Marked by an independent rule: words that are ids as they stand, but for those that might be ordinary ones. */
function ownWords({ artifacts }: Corpus, knownIn: (text: string) => string[]): string {
  const ids = new Set(artifacts.map(({ id }) => id));
  let [read, all] = [0, 0];
  for (const { text } of artifacts.slice(0, 3_000))
    for (const line of text.split("\n").slice(0, 200)) {
      const words = line.split(/\s+/).map((word) => word.replace(/^[("'`[*<|]+|[)"'`\]*>|.,;:!?]+$/g, ""));
      const marked = words.filter((word) => ids.has(word) && /\p{L}.*\P{L}|\p{N}{5}/u.test(word));
      if (marked.length === 0) continue;
      const found = new Set(knownIn(line));
      for (const word of new Set(marked)) {
        all++;
        if (found.has(word)) read++;
        else if (flags.show) console.error(JSON.stringify({ line, missed: word }));
      }
    }
  return `${read} of ${all}`;
}

/** Of the corpus' own shape: a known id with other digits. */
function fabricated({ artifacts }: Corpus, idsIn: (text: string) => ReadonlySet<string>): string {
  const random = makeRandom("fabricated ids", seed);
  const known = new Set(artifacts.map(({ id }) => id));
  const made = Array.from({ length: 300 }, () =>
    pick(random, [...known]).replace(/\d/g, () => pick(random, [..."0123456789"])),
  ).filter((id) => !known.has(id));
  return `${made.filter((id) => idsIn(`Linked to ${id} as well.`).has(id)).length} of ${made.length}`;
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
