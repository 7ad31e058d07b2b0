import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readWordNet } from "../../../../measure/metrics/text/wordnet.ts";

/** WordNet's format in small, a meaning each 80 bytes; with WordNet 3.0 itself, 1,710 words have the synonyms that nltk gives them. */
const DATA = {
  noun: [
    "00000000 05 n 02 goose 0 fool(p) 1 001 @ 00000080 n 0000 | a bird",
    "00000080 06 n 02 box 0 big_chest 0 000 | a case",
  ],
  verb: ["00000000 38 v 03 run 0 Operate 0 work 2 000 | be in use"],
  adj: ["00000000 00 a 02 large 0 big(a) 0 000 | of size"],
  adv: [],
} as const;
const INDEX = {
  noun: ["  1 licence", "box n 1 1 @ 1 0 00000080 ", "goose n 1 1 @ 1 0 00000000 "],
  verb: ["operate v 1 0 1 0 00000000 ", "run v 1 0 1 0 00000000  ", "work v 1 0 1 0 00000000 "],
  adj: ["big a 1 0 1 0 00000000 ", "large a 1 0 1 0 00000000 "],
  adv: ["  1 licence"],
} as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-wordnet-"));
  for (const part of ["noun", "verb", "adj", "adv"] as const) {
    await writeFile(join(folder, `data.${part}`), DATA[part].map((line) => `${line.padEnd(79)}\n`).join(""));
    await writeFile(join(folder, `index.${part}`), `${INDEX[part].join("\n")}\n`);
  }
  await writeFile(join(folder, "noun.exc"), "geese goose\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("finds words of the same meaning for regular and irregular forms, in any part of speech, single words alone", () => {
  const synonymsOf = readWordNet(folder);
  const found = [
    "geese",
    "gooses",
    "boxes",
    "running",
    "runs",
    "larger",
    "work",
    "zebra",
    "a",
    "zz",
    "",
    "__proto__",
  ].map((word) => [word, [...synonymsOf(word)]]);
  expect(found).toEqual([
    ["geese", ["goose", "fool"]],
    ["gooses", ["goose", "fool"]],
    ["boxes", ["box"]],
    ["running", []],
    ["runs", ["run", "Operate", "work"]],
    ["larger", ["large", "big"]],
    ["work", ["run", "Operate", "work"]],
    ...["zebra", "a", "zz", "", "__proto__"].map((word) => [word, []]),
  ]);
});

it("names all files that a folder lacks", () => {
  expect(() => readWordNet(tmpdir())).toThrow(/wordnet: expected the files of WordNet's database/);
});
