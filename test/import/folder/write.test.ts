import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import { generateTelecomCorpus } from "../../../db/corpora/telecom/index.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";
import { readCorpusFolder } from "../../../import/folder/jsonl.ts";
import { writeCorpusFolder } from "../../../import/folder/write.ts";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-write-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function tinyCorpus(ids: readonly string[], texts: readonly string[]): Corpus {
  const artifacts = ids.flatMap((id, index) => [
    { id: `t ${id}`, type: "test_case", title: texts[index] ?? "", text: texts.join("\n"), meta: { deep: { texts } } },
    { id: `r ${id}`, type: "requirement", title: "", text: "", meta: {} },
  ]);
  const links = ids.map((id) => ({ sourceId: `t ${id}`, targetId: `r ${id}`, kind: 'checks, "really"' }));
  const mapping = {
    name: "tiny: # 'one'",
    synthetic: true,
    artifactTypes: {
      test_case: { role: "test_case" as const },
      requirement: { role: "backlog_item" as const, subtype: "requirement" },
    },
    linkKinds: { 'checks, "really"': { role: "reference" as const } },
    idPatterns: [{ role: "test_case" as const, pattern: "t \\S+", example: "t 1" }],
  };
  return makeCorpus({ mapping, artifacts, links, notes: ["one\nline"] });
}

describe("writing a corpus folder", () => {
  it.each([1, 0.05])("reads back to the same hash: synthetic corpus at scale %d", async (scale) => {
    const corpus = generateTelecomCorpus({ seed: 3, scale });
    const folder = join(root, `telecom-${scale}`);
    await writeCorpusFolder(corpus, folder);
    const read = await readCorpusFolder(folder);
    expect(read.hash).toBe(corpus.hash);
    expect(read.mapping).toEqual(corpus.mapping);
    expect((await readdir(folder)).sort()).toEqual(["artifacts.jsonl", "corpus.yaml", "links.csv"]);
    expect(await readFile(join(folder, "corpus.yaml"), "utf8")).toContain("SYNTHETIC");
  });

  it("reads back whatever texts and ids hold", async () => {
    let run = 0;
    // Trimmed, printable ids; any well-formed texts without NUL, as a database asks for.
    const id = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .map((text) => text.trim())
      .filter((text) => text !== "" && !/\p{C}/u.test(text));
    const text = fc.string({ unit: "binary", maxLength: 30 }).filter((value) => !value.includes("\u0000"));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(id, { minLength: 1, maxLength: 5 }),
        fc.array(text, { maxLength: 5 }),
        async (ids, texts) => {
          const corpus = tinyCorpus(ids, texts);
          const folder = join(root, `any-${run++}`);
          await writeCorpusFolder(corpus, folder);
          expect((await readCorpusFolder(folder)).hash).toBe(corpus.hash);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("refuses a folder that holds something and leaves it as it was", async () => {
    const folder = join(root, "taken");
    await mkdir(folder);
    await writeFile(join(folder, "mine.txt"), "mine");
    await expect(writeCorpusFolder(tinyCorpus(["1"], []), folder)).rejects.toMatchObject({ code: "corpus" });
    expect(await readdir(folder)).toEqual(["mine.txt"]);
    expect((await readdir(root)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("leaves nothing behind when it cannot write", async () => {
    const file = join(root, "a-file");
    await writeFile(file, "");
    await expect(writeCorpusFolder(tinyCorpus(["1"], []), join(file, "below"))).rejects.toMatchObject({
      name: "UserError",
    });
    expect((await readdir(root)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("a signal ends it, and nothing is left of it", async () => {
    const place = join(root, "ended");
    await mkdir(place);
    const signal = AbortSignal.abort(new Error("interrupted"));
    const large = generateTelecomCorpus({ seed: 3, scale: 0.5 });
    await expect(writeCorpusFolder(large, join(place, "corpus"), { signal })).rejects.toThrow("interrupted");
    expect(await readdir(place)).toEqual([]);
  });
});
