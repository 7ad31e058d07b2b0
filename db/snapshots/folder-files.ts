import { constants } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../base/make-folder.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { isGone, ownName } from "../../base/process-name.ts";
import { UserError } from "../../base/user-error.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";
import { readManifestText } from "./manifest.ts";

/** Parts of a snapshot folder. The manifest is written last. */
export const SNAPSHOT_PATHS = { database: "pgdata", manifest: "manifest.json" } as const;

/** The folder that holds one folder a finished snapshot, named by its hash. */
export function snapshotsFolder(cacheDirectory: string): string {
  return join(cacheDirectory, "substrates");
}

/** The manifest of a finished snapshot, null when the folder is not there. A future version is refused. */
export async function readManifest(folder: string): Promise<SubstrateManifest | null> {
  let text: string;
  try {
    text = await readFile(join(folder, SNAPSHOT_PATHS.manifest), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return readManifestText(text, folder);
}

/**
 * Gives a finished scratch folder its place. The rename fails where another process has just published the same snapshot: then theirs is as
 * good, and its manifest is given.
 */
export async function publishFolder(
  scratch: string,
  place: { cacheDirectory: string; snapshotHash: string },
): Promise<SubstrateManifest | null> {
  const parent = snapshotsFolder(place.cacheDirectory);
  const folder = join(parent, place.snapshotHash);
  await makePrivateFolder(parent);
  try {
    await rename(scratch, folder);
    return null;
  } catch (error) {
    const published = await readManifest(folder);
    if (published) return published;
    throw error;
  }
}

/** A new private folder of this process, after removing those of processes that are gone. */
export async function makeScratch(cacheDirectory: string): Promise<string> {
  const root = join(cacheDirectory, "scratch");
  await makePrivateFolder(root);
  for (const name of await readdir(root)) if (isGone(name)) await removeFolder(join(root, name));
  const folder = join(root, ownName());
  await mkdir(folder);
  return folder;
}

/** Before minutes of work: can anything be written here? @throws UserError `environment` */
export async function requireWritable(cacheDirectory: string): Promise<void> {
  try {
    await makeFolder(cacheDirectory, { mode: 0o700 });
    await access(cacheDirectory, constants.W_OK);
  } catch (error) {
    throw asEnvironmentError(error, cacheDirectory);
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const CODES: Record<string, string> = {
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOTDIR: "a file is in the place of a folder",
  EEXIST: "a file is in the place of a folder",
};

/** Turns what the file system refused, to us or to the database, into a UserError `environment`; gives anything else back. */
export function asEnvironmentError(error: unknown, cacheDirectory: string): unknown {
  if (error instanceof UserError) return error;
  const { code, message = "" } = error as { code?: string; message?: string };
  const reason =
    CODES[code ?? ""] ??
    /no space left on device|read-only file system|permission denied|disk quota exceeded/i
      .exec(message)?.[0]
      ?.toLowerCase();
  if (!reason) return error;
  return new UserError("environment", `can't write to ${cacheDirectory}: ${reason}`, {
    hint: "free some space, or name a folder that you may write to: SCOPEBENCH_CACHE=/path scopebench ...",
    cause: error,
  });
}
