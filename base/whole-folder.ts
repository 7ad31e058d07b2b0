import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { isGone, ownName } from "./process-name.ts";

/**
 * Makes a folder as a whole or not at all: built beside its place, then renamed.
 * @throws what `build` throws; ENOTEMPTY or EEXIST where the place is taken.
 */
export async function makeFolderWhole<T>(folder: string, build: (partial: string) => Promise<T>): Promise<T> {
  await makeFolder(dirname(folder));
  return withFolderBeside(folder, async (partial) => {
    const result = await build(partial);
    await rename(partial, folder);
    return result;
  });
}

/** A folder for the time of `work`, beside a path that need not exist; those that killed processes left are removed first. */
export async function withFolderBeside<T>(path: string, work: (folder: string) => Promise<T>): Promise<T> {
  await restoreFolder(path);
  const folder = besides(path, "tmp");
  try {
    await mkdir(folder);
    return await work(folder);
  } finally {
    await remove(folder);
  }
}

/** As `withFolderBeside`, among the system's temporary files. */
export async function withScratchFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratchFolder(name);
  try {
    return await work(folder);
  } finally {
    await remove(folder);
  }
}

/**
 * A folder among the system's temporary files, closed to other accounts. The caller removes it; where it is killed, whoever makes the
 * next one does.
 */
export async function makeScratchFolder(name: string): Promise<string> {
  await removeScratch();
  const folder = besides(join(tmpdir(), `scopebench-${name}`), "tmp");
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Those of all kinds that killed processes left. What is another user's stays. */
async function removeScratch(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = /^scopebench-[\w-]+\.([^.]+)\.tmp$/.exec(name)?.[1];
    if (owner !== undefined && isGone(owner)) await remove(join(tmpdir(), name)).catch(ignoreOthers);
  }
}

function ignoreOthers(error: NodeJS.ErrnoException): void {
  if (!["EPERM", "EACCES", "ENOENT"].includes(error.code ?? "")) throw error;
}

/**
 * Moves a finished folder of the same file system into the place of another, which is removed. These are two renames, not one
 * step: what a kill between them moved away, `restoreFolder` moves back.
 */
export async function replaceFolder(folder: string, finished: string): Promise<void> {
  const replaced = besides(folder, "old");
  try {
    if (existsSync(folder)) await rename(folder, replaced);
    await rename(finished, folder);
  } catch (error) {
    if (existsSync(replaced)) await rename(replaced, folder);
    throw error;
  }
  await remove(replaced);
}

/** Removes what killed builds of a folder have left, and moves back what one of them had moved away. */
export async function restoreFolder(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((candidate) => isLeftoverOf(folder, candidate))) {
    const path = join(dirname(folder), name);
    if (name.endsWith(".old") && !existsSync(folder)) await rename(path, folder).catch(ignoreTaken);
    else await remove(path);
  }
}

/** Another process that restores the same folder was quicker. */
function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code ?? "")) throw error;
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** True for a name of this module that belongs to a process which is no more, here. What another machine builds is left alone. */
function isLeftoverOf(folder: string, name: string): boolean {
  const prefix = `${basename(folder)}.`;
  const [, owner] = /^(.*)\.(?:tmp|old)$/.exec(name.slice(prefix.length)) ?? [];
  return name.startsWith(prefix) && owner !== undefined && isGone(owner);
}

function besides(folder: string, ending: "tmp" | "old"): string {
  return `${folder}.${ownName()}.${ending}`;
}
