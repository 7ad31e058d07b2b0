import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../base/hash.ts";
import { removeLeftovers, writeFileAtomic } from "./atomic.ts";
import { CHECKSUMS, type Checksums, formatChecksums, hashParts, isUnder, readChecksums } from "./checksums.ts";
import { damagedRun, FRAME, findFaults } from "./find-faults.ts";
import { lockRun, withLock } from "./lock.ts";
import { DATABASES } from "./parts.ts";
import { runPath } from "./paths.ts";

/** Begins the list of a new run: from now on whoever writes a file of it records it. */
export async function beginChecksums(runDirectory: string, parts: readonly string[]): Promise<void> {
  await writeList(runDirectory, await hashParts(runDirectory, parts));
}

/** Makes a new list of all files as they are now. */
export async function recordAll(runDirectory: string): Promise<void> {
  const hashes = await hashParts(runDirectory, ["."]);
  for (const path of [...hashes.keys()].filter((path) => isUnder(path, FRAME))) hashes.delete(path);
  await writeList(runDirectory, hashes);
}

/**
 * Notes the files of the given parts as they are now, and that others of these parts are gone. Whoever writes into a run calls
 * this when it is finished. Gives the hashes. A run of an older version, without a list, gets none: half a list would name whole files.
 */
export async function recordFiles(runDirectory: string, parts: readonly string[]): Promise<Map<string, string>> {
  const hashes = await hashParts(runDirectory, parts);
  await withLock(join(runDirectory, `${CHECKSUMS}.lock`), async () => {
    const list = await readChecksums(runDirectory);
    if (list === null || list.damaged) return; // A damaged list is not made to look whole.
    await writeList(runDirectory, withParts(list, parts, hashes));
  });
  return hashes;
}

/** Notes what a stage left: the hash of each artifact that is there, null for a database, which is noted when it is closed. */
export async function recordOutputs(
  runDirectory: string,
  parts: readonly string[],
): Promise<Record<string, string | null>> {
  const hashes = [
    ...(await recordFiles(
      runDirectory,
      parts.filter((part) => !DATABASES.includes(part)),
    )),
  ];
  const hashOfPart = (part: string) =>
    DATABASES.includes(part) ? null : hashOf(hashes.filter(([path]) => isUnder(path, [part])));
  const left = parts.filter((part) => existsSync(join(runDirectory, part)));
  return Object.fromEntries(left.map((part) => [part, hashOfPart(part)]));
}

/**
 * Takes the run for the time of `work`, which may write the given parts, and records them.
 * @throws UserError `damaged-run` where a file of theirs is not what was recorded: adding to it would hide that.
 */
export async function changeParts<T>(
  runDirectory: string,
  parts: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const wasCutOff = existsSync(runPath(runDirectory, "lock"));
  const unlock = await lockRun(runDirectory);
  try {
    await removeLeftovers(runDirectory);
    if (!wasCutOff) await refuseFaults(runDirectory, parts);
    return await work();
  } finally {
    await recordFiles(runDirectory, parts);
    await unlock();
  }
}

/** A person's own file, written at once: no other process waits for it. */
export async function changeFile<T>(runDirectory: string, path: string, work: () => Promise<T>): Promise<T> {
  await refuseFaults(runDirectory, [path]);
  const result = await work();
  await recordFiles(runDirectory, [path]);
  return result;
}

async function refuseFaults(runDirectory: string, parts: readonly string[]): Promise<void> {
  const faults = (await findFaults(runDirectory, parts)).filter(({ fault }) => fault !== "not recorded");
  if (faults.length > 0) throw damagedRun(runDirectory, faults);
}

function withParts({ hashes }: Checksums, parts: readonly string[], now: ReadonlyMap<string, string>) {
  return new Map([...[...hashes].filter(([path]) => !isUnder(path, parts)), ...now]);
}

function writeList(runDirectory: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  return writeFileAtomic(join(runDirectory, CHECKSUMS), formatChecksums(hashes));
}
