import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sha256 } from "../../../db/base/hash.ts";
import { CHECKSUMS, changedFiles, writeChecksums } from "../../../harness/pack/checksums.ts";

const FILES = ["manifest.json", "metrics/scores.jsonl", "raw_output/a b.jsonl", "empty.txt"];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-checksums-"));
  const hashes = new Map<string, string>();
  for (const [index, name] of FILES.entries()) {
    const text = `${name}\n`.repeat(40 * (3 - index));
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
    hashes.set(name, sha256(text));
  }
  await writeChecksums(folder, hashes);
});
afterAll(() => rm(folder, { recursive: true }));

it("one flipped bit at any place of any file of an unpacked run names that file and no other", async () => {
  expect(await changedFiles(folder)).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES.slice(0, 3)), fc.nat(), fc.nat(7), async (name, place, bit) => {
      const bytes = await readFile(join(folder, name));
      const flipped = Buffer.from(bytes);
      flipped[place % bytes.length]! ^= 1 << bit;
      await writeFile(join(folder, name), flipped);
      expect(await changedFiles(folder)).toEqual([name]);
      await writeFile(join(folder, name), bytes);
    }),
    { numRuns: 60 },
  );
});

it("one flipped bit in the list itself names at least one file", async () => {
  const bytes = await readFile(join(folder, CHECKSUMS));
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (place, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[place]! ^= 1 << bit;
      await writeFile(join(folder, CHECKSUMS), flipped);
      expect(await changedFiles(folder)).not.toEqual([]);
    }),
    { numRuns: 60 },
  );
  await writeFile(join(folder, CHECKSUMS), bytes);
});

it("a file that is missing, or that nobody packed, is named", async () => {
  await rm(join(folder, "empty.txt"));
  await writeFile(join(folder, "more.txt"), "");
  expect(await changedFiles(folder)).toEqual(["empty.txt", "more.txt"]);
});
