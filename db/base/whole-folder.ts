import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { sha256 } from "./hash.ts";

/**
 * Puts a folder in its place as a whole: built beside it, then renamed. What is there already stays in service until the new
 * one is finished; where `build` fails nothing has changed. Leftovers of builds that were killed are removed.
 * The two renames of a replacement are not one step on any file system that Node knows: what a kill between them moved away,
 * the next call (or `restoreFolder`) moves back.
 */
export async function putFolderWhole<T>(folder: string, build: (partial: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(folder), { recursive: true });
  await restoreFolder(folder);
  const partial = besides(folder, "tmp");
  const replaced = besides(folder, "old");
  try {
    await mkdir(partial);
    const result = await build(partial);
    if (existsSync(folder)) await rename(folder, replaced);
    await rename(partial, folder);
    return result;
  } finally {
    if (existsSync(replaced) && !existsSync(folder)) await rename(replaced, folder);
    await Promise.all([partial, replaced].map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** Removes what killed builds of a folder have left, and moves back what one of them had moved away. */
export async function restoreFolder(folder: string): Promise<void> {
  const names = await readdir(dirname(folder)).catch(() => []);
  for (const name of names.filter((candidate) => isLeftoverOf(folder, candidate))) {
    const path = join(dirname(folder), name);
    if (name.endsWith(".old") && !existsSync(folder)) await rename(path, folder);
    else await rm(path, { recursive: true, force: true });
  }
}

/** True for a name of this module that belongs to a process which is no more, here. What another machine builds is left alone. */
function isLeftoverOf(folder: string, name: string): boolean {
  const prefix = `${basename(folder)}.`;
  const [, host, pid, start] = NAME.exec(name.slice(prefix.length)) ?? [];
  if (!name.startsWith(prefix) || host !== thisHost()) return false;
  // In a container each process may have the same number.
  return Number(pid) === process.pid ? start !== ourStart() : !isAlive(Number(pid));
}

/** After the folder's name: machine, process, its start, a random part. */
const NAME = /^([0-9a-f]{4})-(\d+)-([0-9a-f]+)-[0-9a-f]{8}\.(?:tmp|old)$/;

function besides(folder: string, ending: "tmp" | "old"): string {
  return `${folder}.${thisHost()}-${process.pid}-${ourStart()}-${randomUUID().slice(0, 8)}.${ending}`;
}

function thisHost(): string {
  return sha256(hostname()).slice(0, 4);
}

function ourStart(): string {
  return Math.floor(performance.timeOrigin).toString(16);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
