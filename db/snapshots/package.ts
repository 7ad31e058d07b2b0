/** A finished snapshot of the embedded stack as one file, for another machine: its folder as a gzipped tar. */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { create, extract, type ReadEntry } from "tar";
import { UserError } from "../../base/user-error.ts";
import {
  asEnvironmentError,
  makeScratch,
  publishFolder,
  readManifest,
  removeFolder,
  SNAPSHOT_PATHS,
  snapshotsFolder,
} from "./folder-files.ts";

interface Packed {
  cacheDirectory: string;
  snapshotHash: string;
  file: string;
}

/** Writes the file, a piece at a time. The same folder gives the same bytes. */
export async function packSnapshot({ cacheDirectory, snapshotHash, file }: Packed): Promise<void> {
  const cwd = join(snapshotsFolder(cacheDirectory), snapshotHash);
  const entries = create({ cwd, portable: true, noMtime: true }, [SNAPSHOT_PATHS.manifest, SNAPSHOT_PATHS.database]);
  await pipeline(entries, createGzip({ level: 1 }), createWriteStream(file));
}

/**
 * Gives the snapshot its place in the cache as a whole; one that is there stays.
 * @throws UserError `substrate` for a file that is not a package, or is one of another snapshot, `environment` where it cannot be written
 */
export async function unpackSnapshot({ cacheDirectory, snapshotHash, file }: Packed): Promise<void> {
  const scratch = await makeScratch(cacheDirectory);
  try {
    await unpack(file, scratch);
    const found = (await readManifest(scratch))?.snapshot_hash;
    if (found !== snapshotHash) throw notThat(snapshotHash, found ? `found ${found}` : "found no snapshot");
    await publishFolder(scratch, { cacheDirectory, snapshotHash });
  } catch (error) {
    throw asEnvironmentError(error, cacheDirectory);
  } finally {
    await removeFolder(scratch);
  }
}

/** Files and folders below the scratch folder, and nothing else: `strict` refuses what points out of it. */
async function unpack(file: string, cwd: string): Promise<void> {
  let foreign: string | undefined;
  const filter = (path: string, entry: unknown): boolean => {
    const { type } = entry as ReadEntry;
    const isOurs = type === "File" || type === "Directory";
    if (!isOurs) foreign ??= `${path} is a ${type}`;
    return isOurs;
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), extract({ cwd, strict: true, filter }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error; // The disk's fault.
    throw notThat("a snapshot", (error as Error).message);
  }
  if (foreign !== undefined) throw notThat("files and folders", foreign);
}

function notThat(expected: string, found: string): UserError {
  return new UserError(
    "substrate",
    `the snapshot that was handed over cannot be used: expected ${expected}, ${found}`,
    {
      hint: "scopebench queue purge and resume --queue hand it over again",
    },
  );
}
