import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { UserError } from "../../db/base/user-error.ts";
import { asEnvironmentError } from "../run-directory/atomic.ts";
import { CHECKSUMS, parseChecksums } from "./checksums.ts";
import { checkSeal } from "./seal.ts";

/**
 * Opens a packed run into a new folder, whole or not at all. Gives the number of files.
 * @throws UserError `input`: not a packed run, or changed since it was packed, naming each changed file.
 */
export async function unpackRun(archive: string, folder: string): Promise<number> {
  if (await stat(folder).catch(() => null))
    throw new UserError("input", `${folder} is there already`, { hint: "remove it or name another with --to" });
  const state = await checkSeal(archive);
  if (state === "not a packed run")
    throw new UserError("input", `${archive} is not a packed run`, { hint: "scopebench pack writes them" });
  const partial = `${folder}.partial-${randomUUID().slice(0, 8)}`;
  try {
    await mkdir(partial, { recursive: true });
    const problems = await extract(archive, partial);
    if (problems.length > 0 || state === "changed") throw changed(archive, problems);
    await rename(partial, folder);
    return parseChecksums(await readFile(join(folder, CHECKSUMS), "utf8")).size;
  } catch (error) {
    throw asEnvironmentError(error, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function changed(archive: string, problems: readonly string[]): UserError {
  const named = problems.length > 0 ? problems : ["no file: the archive's own directory or checksum"];
  return new UserError("input", `${archive} was changed after it was packed`, {
    problems: named,
    hint: "get it again from where it came from",
  });
}

/** Writes every file and gives what is wrong, in words. */
async function extract(archive: string, folder: string): Promise<string[]> {
  try {
    const zip = await openPromise(archive, { lazyEntries: true, strictFileNames: true });
    const found = new Map<string, string>();
    const problems: string[] = [];
    for await (const entry of zip.eachEntry()) {
      const hash = await extractOne(zip, entry, join(folder, entry.fileName)).catch((error: Error) => error);
      if (typeof hash === "string") found.set(entry.fileName, hash);
      else problems.push(`${entry.fileName}: ${hash.message}`);
    }
    return [...problems, ...(await compareWithList(folder, found, problems))];
  } catch (error) {
    return [`the archive's directory: ${(error as Error).message}`];
  }
}

async function extractOne(zip: ZipFile, entry: Entry, path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
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

async function compareWithList(
  folder: string,
  found: ReadonlyMap<string, string>,
  broken: readonly string[],
): Promise<string[]> {
  const list = await readFile(join(folder, CHECKSUMS), "utf8").catch(() => "");
  const expected = parseChecksums(list);
  const names = new Set([...expected.keys(), ...found.keys()]);
  names.delete(CHECKSUMS);
  return [...names]
    .filter((name) => found.get(name) !== expected.get(name) && !broken.some((text) => text.startsWith(`${name}: `)))
    .map(
      (name) => `${name}: ${!found.has(name) ? "missing" : expected.has(name) ? "other content" : "not in the list"}`,
    );
}
