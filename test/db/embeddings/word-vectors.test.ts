import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readWordVectors } from "../../../db/embeddings/word-vectors.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-words-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, "vectors");
  await writeFile(path, text);
  const { dimensions, index, values } = await readWordVectors(path);
  const vector = (at: number) => [...values.slice(at * dimensions, (at + 1) * dimensions)];
  return Object.fromEntries([...index].map(([word, at]) => [word, vector(at)]));
}

describe("readWordVectors", () => {
  const expected = { paging: [1, 0.5], handover: [-0.25, 2] };

  it.each([
    ["GloVe's text", "paging 1 0.5\nhandover -0.25 2\n"],
    ["word2vec's text, whose first line counts", "2 2\r\npaging 1 0.5 \r\nhandover -2.5e-1 2\r\n"],
    ["JSON Lines", '{"word":"paging","vector":[1,0.5]}\n\n{"word":"handover","vector":[-0.25,2]}'],
  ])("reads %s", async (_what, text) => {
    expect(await read(text)).toEqual(expected);
  });

  it("takes the first of words that differ in letter case, and words with spaces", async () => {
    expect(await read("Paging 1 0\npaging 0 1\nat name 2 2\n")).toEqual({ paging: [1, 0], "at name": [2, 2] });
  });

  it("reads what is there whatever a first line claims, and refuses a line or a vector that is too long", async () => {
    expect(await read("2147483647 2000000000\npaging 1 0.5\n")).toEqual({ paging: [1, 0.5] });
    await expect(read(`2 2\npaging ${"1 ".repeat(2 ** 20)}`)).rejects.toThrow(
      /line 2 is longer than 1048576 characters/,
    );
    await expect(read(`paging${" 1".repeat(2001)}`)).rejects.toMatchObject({
      problems: ["line 1: expected at most 2000 numbers, found 2001", "no word with a vector"],
    });
  });

  it("names every faulty line", async () => {
    const text = 'paging 1 0\nhandover 1\n{"word":"x"}\n{broken\n1.5 2\nx NaN 1\n';
    await expect(read(text)).rejects.toMatchObject({
      code: "substrate",
      problems: [
        "line 2: expected 2 numbers as in the first vector, found 1",
        "line 3: the vector is not a list of numbers",
        "line 4: there is no word",
        "line 5: expected 2 numbers as in the first vector, found 1",
        "line 6: the vector is not a list of numbers",
      ],
    });
  });

  it.each([
    ["an empty file", ""],
    ["a file of other things", "hello\nworld"],
  ])("refuses %s", async (_what, text) => {
    await expect(read(text)).rejects.toMatchObject({ code: "substrate" });
  });

  it("refuses a file that is not there", async () => {
    await expect(readWordVectors(join(folder, "none"))).rejects.toMatchObject({ code: "substrate" });
  });
});
