import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CHECKSUMS, formatChecksums, parseChecksums } from "../../../harness/run-directory/checksums.ts";
import { findFaults, findFaultsOfRun } from "../../../harness/run-directory/find-faults.ts";
import { readManifest, writeManifest } from "../../../harness/run-directory/manifest.ts";
import { changeFile, changeParts, recordAll, recordFiles } from "../../../harness/run-directory/record-files.ts";
import { fixtureManifest } from "../run-fixture/manifest.ts";

const FILES = ["manifest.json", "ratings/ada.jsonl", "extractions/a b.jsonl", "report/a.html", "report/data/b.json"];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-checksums-"));
  for (const [index, name] of FILES.entries()) await put(name, `${name}\n`.repeat(10 + index));
  await writeManifest(folder, { ...fixtureManifest(), checksums: true });
  await recordAll(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

async function faults(): Promise<string[]> {
  const found = await findFaultsOfRun(folder, { ...fixtureManifest(), checksums: true }, ["."]);
  return found.map(({ path, fault }) => `${path}: ${fault}`);
}

it("one flipped bit at any place of any file of a run, list and manifest too, names that file and no other", async () => {
  expect(await faults()).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...FILES, CHECKSUMS), fc.nat(), fc.nat(7), async (name, place, bit) => {
      const bytes = await readFile(join(folder, name));
      const flipped = Buffer.from(bytes);
      flipped[place % bytes.length]! ^= 1 << bit;
      await put(name, flipped);
      // A stage that is not in the manifest has not finished: its files are not covered.
      const covered = !name.startsWith("report/");
      expect(await faults()).toEqual(covered ? [`${name}: changed`] : []);
      await put(name, bytes);
    }),
    { numRuns: 60 },
  );
});

it("names what is lost, swapped or unknown, and a folder once when all of it is concerned", async () => {
  await rename(join(folder, FILES[1]!), join(folder, "x"));
  await rename(join(folder, FILES[2]!), join(folder, FILES[1]!));
  await rename(join(folder, "x"), join(folder, FILES[2]!));
  await put("notes/one.txt", "");
  await put("notes/two.txt", "");
  await put("ratings/more.jsonl", "");
  expect(await faults()).toEqual([
    "extractions/a b.jsonl: holds ratings/ada.jsonl",
    "notes: not recorded",
    "ratings/ada.jsonl: holds extractions/a b.jsonl",
    "ratings/more.jsonl: not recorded",
  ]);
  await rm(join(folder, "ratings"), { recursive: true });
  expect((await findFaults(folder, ["ratings"])).map(({ path, fault }) => `${path}: ${fault}`)).toEqual([
    "ratings: missing",
  ]);
  await rm(join(folder, CHECKSUMS));
  expect(await faults()).toEqual([`${CHECKSUMS}: missing`]);
});

it("a file is recorded by who wrote it, many at a time, and nobody adds to one that was changed", async () => {
  const names = Array.from({ length: 20 }, (_, at) => `ratings/r${at}.jsonl`);
  await Promise.all(names.map((name) => changeFile(folder, name, () => put(name, name))));
  expect(await faults()).toEqual([]);
  await put(names[3]!, "other");
  const added = () => changeFile(folder, names[3]!, () => put(names[3]!, "more"));
  await expect(added()).rejects.toMatchObject({ code: "damaged-run", problems: [`${names[3]}: changed`] });
  const probing = changeParts(folder, ["ratings"], () => put(names[4]!, "more"));
  await expect(probing).rejects.toMatchObject({ code: "damaged-run" });
});

it("a damaged list is not made to look whole by the next who writes", async () => {
  const bytes = await readFile(join(folder, CHECKSUMS));
  bytes[bytes.length - 3]! ^= 1;
  await put(CHECKSUMS, bytes);
  await recordFiles(folder, ["ratings"]);
  expect(await faults()).toEqual([`${CHECKSUMS}: changed`]);
});

it("reads the list of a run that an older version packed, and covers its manifest by it", async () => {
  const text = formatChecksums(new Map([["a", "0".repeat(64)]]))
    .split("\n")
    .slice(1)
    .join("\n");
  expect(parseChecksums(text)).toEqual({ hashes: new Map([["a", "0".repeat(64)]]), damaged: false });
  expect(parseChecksums(`x${text.slice(1)}`).damaged).toBe(true);
  expect((await readManifest(folder)).checksums).toBe(true);
});
