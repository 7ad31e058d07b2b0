import { makeRandom, type Random } from "../../base/random.ts";
import type { Corpus } from "../../db/ports/corpus.ts";
import { guessIdPatterns } from "../../import/folder/guess-id-patterns.ts";

const HEX = "0123456789abcdef";

/** What ids of other corpora look like: the index-th of each. */
const SHAPES: Readonly<Record<string, (index: number, random: Random) => string>> = {
  "numbers from 1": (index) => `${index + 1}`,
  "long numbers": (index) => `${13_000_000 + index * 977}`,
  "#7": (index) => `#${index + 1}`,
  "4.2.7": (index) => `${Math.floor(index / 40) + 1}.${(Math.floor(index / 8) % 5) + 1}.${(index % 8) + 1}`,
  "0004_02": (index) => `${String(index).padStart(4, "0")}_${String(index % 7).padStart(2, "0")}`,
  GUIDs: (_, random) => [8, 4, 4, 4, 12].map((length) => signs(random, { of: HEX, length })).join("-"),
  "hashes in capitals": (_, random) => signs(random, { of: HEX, length: 12 }).toUpperCase(),
  "eight letters or digits": (_, random) =>
    signs(random, { of: "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", length: 8 }),
  "capitals tell them apart": (index) => {
    const word = `k${String.fromCharCode(97 + (Math.floor(index / 52) % 26), 97 + (Math.floor(index / 2) % 26))}x`;
    return index % 2 === 0 ? word : word.toUpperCase();
  },
  "REQ-7, BUG7, TC_00007, hashes and doc/sec-7.2": (index, random) =>
    [
      `REQ-${index}`,
      `BUG${index}`,
      `TC_${String(index).padStart(5, "0")}`,
      signs(random, { of: HEX, length: 8 }),
      `doc/sec-${index}.${index % 9}`,
    ][index % 5]!,
  "SYS::REQ--7": (index) => `SYS::REQ--${index}`,
  "req~login~7": (index) => `req~log-in.step${index}~${(index % 3) + 1}`,
  "{A-07}": (index) => `{A-${String(index).padStart(2, "0")}}`,
  "[UC7]": (index) => `[UC${index}]`,
  "Test Case 7": (index) => `Test Case ${index}`,
  試験7号: (index) => `試験${index}号`,
};

/** The corpus with ids of each other shape in place of its own; its texts stay. */
export function* reshaped({ artifacts, mapping, ...corpus }: Corpus, seed: number): Generator<Corpus> {
  for (const [name, make] of Object.entries(SHAPES)) {
    const random = makeRandom(`ids: ${name}`, seed);
    const ids = artifacts.map((_, index) => make(index, random));
    if (new Set(ids).size < ids.length) continue;
    const idPatterns = guessIdPatterns(ids).map((pattern) => ({ role: "other" as const, pattern, example: ids[0]! }));
    yield {
      ...corpus,
      mapping: { ...mapping, name: `${mapping.name}: ${name}`, idPatterns },
      artifacts: artifacts.map((artifact, index) => ({ ...artifact, id: ids[index]! })),
    };
  }
}

function signs(random: Random, { of, length }: { of: string; length: number }): string {
  return Array.from({ length }, () => of.charAt(Math.floor(random() * of.length))).join("");
}
