import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { isGone, ownName } from "../../base/process-name.ts";
import { writeFile } from "../../base/write-file.ts";

/**
 * Says that this process uses a snapshot, from now until it ends: it may open it again. Nothing is to be given back, since a
 * killed process could not do it either: a lease ends with its process.
 */
export async function takeLease(cacheDirectory: string, snapshotHash: string): Promise<void> {
  const folder = leasesOf(cacheDirectory, snapshotHash);
  await makePrivateFolder(folder);
  await writeFile(join(folder, ownName()), "");
}

/** True while a process uses the snapshot. Leases of processes that are gone are removed on the way. */
export async function isLeased(cacheDirectory: string, snapshotHash: string): Promise<boolean> {
  const folder = leasesOf(cacheDirectory, snapshotHash);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isGone)) await rm(join(folder, name), { force: true });
  return names.some((name) => !isGone(name));
}

/** Touched whenever a lease is taken: when the snapshot was last used. */
export function leasesOf(cacheDirectory: string, snapshotHash: string): string {
  return join(cacheDirectory, "in-use", snapshotHash);
}
