import { existsSync } from "node:fs";
import { join } from "node:path";
import { removeLeftovers, writeFileAtomic } from "../../../base/atomic.ts";
import { hashOf } from "../../../base/hash.ts";
import { isGone, ownName } from "../../../base/process-name.ts";
import {
  CHECKSUMS,
  type Checksums,
  formatChecksums,
  hashParts,
  isUnder,
  type OpenPart,
  readChecksums,
} from "./checksums.ts";
import { damagedRun, FRAME, findFaults } from "./find-faults.ts";
import { lockRun, withLock } from "./lock.ts";
import { DATABASES } from "./parts.ts";
import { runPath } from "./paths.ts";

/** Begins the list of a new run: from now on whoever writes a file of it records it. */
export async function beginChecksums(runDirectory: string, parts: readonly string[]): Promise<void> {
  await writeList(runDirectory, { hashes: await hashParts(runDirectory, parts) });
}

/** Makes a new list of all files as they are now. */
export async function recordAll(runDirectory: string): Promise<void> {
  const hashes = await hashParts(runDirectory, ["."]);
  for (const path of [...hashes.keys()].filter((path) => isUnder(path, FRAME))) hashes.delete(path);
  await writeList(runDirectory, { hashes });
}

/**
 * Notes the files of the given parts as they are now, and that others of these parts are gone. Gives the hashes. A run of an older
 * version, without a list, gets none: half a list would name whole files.
 */
export async function recordFiles(runDirectory: string, parts: readonly string[]): Promise<Map<string, string>> {
  const hashes = await hashParts(runDirectory, parts);
  await changeList(runDirectory, (list) => ({
    hashes: withParts(list.hashes, parts, hashes),
    open: list.open.filter(({ part, writer }) => !(isGone(writer) && isUnder(part, parts))),
  }));
  return hashes;
}

/** Somebody who writes into a run. */
export interface RunWriter {
  /** To be awaited before anything of these parts is written: a kill from then on leaves them noted as unfinished. */
  begin(parts: readonly string[]): Promise<void>;
  /** Records all that was begun, and what writers that were killed have left. */
  finish(): Promise<void>;
}

export function openWriter(runDirectory: string): RunWriter {
  const writer = ownName();
  return {
    begin: (parts) =>
      changeList(runDirectory, ({ hashes, open }) => ({
        hashes,
        open: [...open, ...parts.map((part) => ({ part, writer }))],
      })),
    async finish() {
      const { open = [] } = (await readChecksums(runDirectory)) ?? {};
      const isOurs = (each: OpenPart) => each.writer === writer || isGone(each.writer);
      const others = open.filter((each) => !isOurs(each)).map(({ part }) => part);
      const parts = open.filter((each) => isOurs(each) && !isUnder(each.part, others)).map(({ part }) => part);
      const hashes = await hashParts(runDirectory, parts);
      await changeList(runDirectory, (list) => ({
        hashes: withParts(list.hashes, parts, hashes),
        open: list.open.filter((each) => each.writer !== writer && !(isGone(each.writer) && parts.includes(each.part))),
      }));
    },
  };
}

/** Does what writes the given parts, and records them. Whoever writes into a run beside its stages does it in here. */
export async function withWriting<T>(
  runDirectory: string,
  parts: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const writer = openWriter(runDirectory);
  await writer.begin(parts);
  try {
    return await work();
  } finally {
    await writer.finish();
  }
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
    return await withWriting(runDirectory, parts, work);
  } finally {
    await unlock();
  }
}

/** A person's own file, written at once: no other process waits for it. */
export async function changeFile<T>(runDirectory: string, path: string, work: () => Promise<T>): Promise<T> {
  await refuseFaults(runDirectory, [path]);
  return withWriting(runDirectory, [path], work);
}

async function refuseFaults(runDirectory: string, parts: readonly string[]): Promise<void> {
  const faults = (await findFaults(runDirectory, parts)).filter(({ fault }) => fault !== "not recorded");
  if (faults.length > 0) throw damagedRun(runDirectory, faults);
}

function withParts(
  before: ReadonlyMap<string, string>,
  parts: readonly string[],
  now: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map([...[...before].filter(([path]) => !isUnder(path, parts)), ...now]);
}

/** A damaged list is not made to look whole. */
function changeList(
  runDirectory: string,
  change: (list: Checksums) => Pick<Checksums, "hashes" | "open">,
): Promise<void> {
  // A lock makes its folder: a run that somebody removed is not made again.
  if (!existsSync(runDirectory)) return Promise.resolve();
  return withLock(join(runDirectory, `${CHECKSUMS}.lock`), async () => {
    const list = await readChecksums(runDirectory);
    if (list !== null && !list.damaged) await writeList(runDirectory, change(list));
  });
}

function writeList(
  runDirectory: string,
  { hashes, open }: { hashes: ReadonlyMap<string, string>; open?: readonly OpenPart[] },
): Promise<void> {
  return writeFileAtomic(join(runDirectory, CHECKSUMS), formatChecksums(hashes, open), { makesFolder: false });
}
