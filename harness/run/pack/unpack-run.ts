import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { sha256 } from "../../../base/hash.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeFolderWhole } from "../../../base/whole-folder.ts";
import { CHECKSUMS, parseChecksums } from "../../record/run-directory/checksums.ts";
import { parseManifest } from "../../record/run-directory/manifest.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { ARCHIVE_LIMITS, type ArchiveLimits, directoryProblems } from "./archive-limits.ts";
import { checkSeal } from "./seal.ts";

/**
 * Opens a packed run into a new folder, whole or not at all. Gives the number of files.
 * @throws UserError `input`: not a packed run, above a limit, or changed since it was packed, naming each changed file.
 */
export async function unpackRun(archive: string, folder: string, limits = ARCHIVE_LIMITS): Promise<number> {
  if (await stat(folder).catch(() => null))
    throw new UserError("input", `${folder} is there already`, { hint: "remove it or name another with --to" });
  const state = await checkSeal(archive).catch((cause: Error) => {
    throw new UserError("input", `cannot read ${archive}: ${cause.message}`, { cause });
  });
  if (state === "not a packed run")
    throw new UserError("input", `${archive} is not a packed run`, { hint: "scopebench runs pack writes them" });
  const opened = await openArchive(archive, limits);
  try {
    const expected = await readList(opened);
    await makeFolderWhole(folder, async (partial) => {
      const problems = await extract(opened, { expected, folder: partial });
      if (problems.length > 0 || state === "changed") throw changed(archive, problems);
    });
    return expected.size;
  } catch (error) {
    throw asEnvironmentError(error, folder);
  } finally {
    opened.zip.close();
  }
}

interface OpenedArchive {
  archive: string;
  zip: ZipFile;
  /** By name, as the archive's directory has them. Nothing of them is unpacked yet. */
  entries: ReadonlyMap<string, Entry>;
}

/** @throws UserError `input` for a directory that cannot be read, is above a limit or has names that cannot be. */
async function openArchive(archive: string, limits: ArchiveLimits): Promise<OpenedArchive> {
  const { size } = await stat(archive);
  try {
    const zip = await openPromise(archive, { lazyEntries: true, strictFileNames: true, autoClose: false });
    const entries: Entry[] = [];
    if (zip.entryCount <= limits.files) for await (const entry of zip.eachEntry()) entries.push(entry);
    const problems = directoryProblems({ count: zip.entryCount, size, entries }, limits);
    if (problems.length === 0)
      return { archive, zip, entries: new Map(entries.map((entry) => [entry.fileName, entry])) };
    zip.close();
    throw new UserError("input", `${archive} is not opened`, {
      problems,
      hint: "nothing was written; raise a limit only for an archive whose sender you trust",
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw changed(archive, [`the archive's directory: ${(error as Error).message}`]);
  }
}

/** A list and a manifest are read into memory. */
const MOST_BYTES_IN_MEMORY = 256 * 2 ** 20;

/** The list of checksums, when it and the manifest are in order: nothing else of an archive is believed before that. */
async function readList(opened: OpenedArchive): Promise<ReadonlyMap<string, string>> {
  const list = await readEntry(opened, CHECKSUMS);
  const manifest = await readEntry(opened, RUN_PATHS.manifest);
  const { hashes: expected, damaged } = parseChecksums(list.toString("utf8"));
  if (damaged) throw changed(opened.archive, [`${CHECKSUMS}: other content`]);
  if (sha256(manifest) !== expected.get(RUN_PATHS.manifest))
    throw changed(opened.archive, [`${RUN_PATHS.manifest}: other content`]);
  parseManifest(manifest.toString("utf8"), `${RUN_PATHS.manifest} in ${opened.archive}`);
  const unlisted = [...opened.entries.keys()].filter((name) => name !== CHECKSUMS && !expected.has(name));
  const missing = [...expected.keys()].filter((name) => !opened.entries.has(name));
  if (unlisted.length + missing.length === 0) return expected;
  throw changed(opened.archive, [
    ...missing.map((name) => `${name}: missing`),
    ...unlisted.map((name) => `${name}: not in the list`),
  ]);
}

async function readEntry({ archive, zip, entries }: OpenedArchive, name: string): Promise<Buffer> {
  const entry = entries.get(name);
  if (entry === undefined) throw changed(archive, [`${name}: missing`]);
  if (entry.uncompressedSize > MOST_BYTES_IN_MEMORY)
    throw changed(archive, [`${name}: ${entry.uncompressedSize} bytes`]);
  try {
    const blocks: Buffer[] = [];
    for await (const block of await zip.openReadStreamPromise(entry)) blocks.push(block as Buffer);
    return Buffer.concat(blocks);
  } catch (error) {
    throw changed(archive, [`${name}: ${(error as Error).message}`]);
  }
}

function changed(archive: string, problems: readonly string[]): UserError {
  const named = problems.length > 0 ? problems : ["no file: the archive's own directory or checksum"];
  return new UserError("input", `${archive} was changed after it was packed`, {
    problems: named,
    hint: "get it again from where it came from",
  });
}

/** Writes every file and gives what is wrong, in words. A stream ends with an error as soon as it is longer than the directory says. */
async function extract(
  { zip, entries }: OpenedArchive,
  { expected, folder }: { expected: ReadonlyMap<string, string>; folder: string },
): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, entry] of entries) {
    const hash = await extractOne(zip, entry, join(folder, name)).catch((error: Error) => error);
    if (typeof hash !== "string") {
      if ((hash as NodeJS.ErrnoException).code?.startsWith("E")) throw hash; // The disk, not the archive.
      problems.push(`${name}: ${hash.message}`);
    } else if (name !== CHECKSUMS && hash !== expected.get(name)) problems.push(`${name}: other content`);
  }
  return problems;
}

async function extractOne(zip: ZipFile, entry: Entry, path: string): Promise<string> {
  await makeFolder(dirname(path));
  const hash = createHash("sha256");
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(await zip.openReadStreamPromise(entry), tap, createWriteStream(path));
  return hash.digest("hex");
}
