import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ownName } from "../../../../base/process-name.ts";
import {
  CHECKSUMS,
  formatChecksums,
  parseChecksums,
  readChecksums,
} from "../../../../harness/record/run-directory/checksums.ts";
import { findFaults, findFaultsOfRun } from "../../../../harness/record/run-directory/find-faults.ts";
import { readManifest, writeManifest } from "../../../../harness/record/run-directory/manifest.ts";
import {
  changeFile,
  changeParts,
  recordAll,
  recordFiles,
  withWriting,
} from "../../../../harness/record/run-directory/record-files.ts";
import { fixtureManifest } from "../../run-fixture/manifest.ts";

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
  expect(parseChecksums(text)).toEqual({ hashes: new Map([["a", "0".repeat(64)]]), open: [], damaged: false });
  expect(parseChecksums(`x${text.slice(1)}`).damaged).toBe(true);
  expect((await readManifest(folder)).checksums).toBe(true);
});

const KILLED = ownName().replace(/^\d+/, "2147483646");

async function open(parts: readonly string[], writer: string): Promise<void> {
  const list = await readChecksums(folder);
  const open = parts.map((part) => ({ part, writer }));
  await put(CHECKSUMS, formatChecksums(list!.hashes, open));
}

it("notes what is going to be written before it is: a kill at any moment accuses nobody, and who writes next records it", async () => {
  let during: unknown;
  await withWriting(folder, ["probes"], async () => {
    await put("probes/a.jsonl", "half");
    during = [await faults(), (await readChecksums(folder))?.open.map(({ part }) => part)];
  });
  expect(during).toEqual([[], ["probes"]]);
  expect((await readChecksums(folder))?.open).toEqual([]);
  await put("ratings/ada.jsonl", "what a killed process wrote");
  await put("state/new", "");
  expect(await faults()).toEqual(["ratings/ada.jsonl: changed", "state: not recorded"]);
  await open(["ratings", "state"], KILLED);
  expect(await faults()).toEqual([]);
  await changeFile(folder, "ratings/grace.jsonl", () => put("ratings/grace.jsonl", "hers"));
  const list = await readChecksums(folder);
  expect([list?.open, list?.hashes.has("state/new"), await faults()]).toEqual([[], true, []]);
});

it("what another live process writes stays noted as that, whoever records meanwhile", async () => {
  await put("state/new", "half");
  await open(["state"], ownName());
  await changeFile(folder, "ratings/ada.jsonl", () => put("ratings/ada.jsonl", "more"));
  const list = await readChecksums(folder);
  expect([list?.open.length, list?.hashes.has("state/new"), await faults()]).toEqual([1, false, []]);
});
