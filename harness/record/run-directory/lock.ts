import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { describeProcess, isGone, ownName } from "../../../base/process-name.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeFolderWhole } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { runPath } from "./paths.ts";

/**
 * Takes the run for this process; gives the function that lets it go. A lock whose process is dead (kill -9) is taken over.
 * @throws UserError `run-directory` when another live process, or another machine, holds it.
 */
export async function lockRun(runDirectory: string): Promise<() => Promise<void>> {
  const path = runPath(runDirectory, "lock");
  const { release, holder } = await takeLock(path);
  if (release) return release;
  throw new UserError("run-directory", `${runDirectory} is in use by ${describeProcess(holder)}`, {
    hint: `wait for it, or remove ${path} if that process is gone`,
  });
}

/**
 * Waits until the lock is free. @throws UserError `run-directory` after ten seconds, since most work under a lock takes milliseconds;
 * with a signal no sooner than it is aborted, and then its reason
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<T> {
  for (let waits = 0; ; waits++) {
    signal?.throwIfAborted();
    const { release, holder } = await takeLock(path);
    if (release) return work().finally(release);
    if (waits === 500 && !signal)
      throw new UserError("run-directory", `${path} is held by ${describeProcess(holder)}`, {
        hint: "remove it if that process is gone",
      });
    await setTimeout(20);
  }
}

/** True while a process that is alive works on the run, or on another machine. */
export async function isLocked(runDirectory: string): Promise<boolean> {
  const holder = await holderOf(runPath(runDirectory, "lock"));
  return holder !== null && !isGone(holder);
}

type Attempt = { release: () => Promise<void>; holder?: never } | { release?: never; holder: string };

/**
 * A lock is a folder with one file, named after its process. It comes by a rename, which fails where another process has
 * its file. A dead one's file is removed by its name, which no other process has: of two that find a dead lock at once,
 * neither can remove what the other has just taken, and one rename wins (test/harness/record/run-directory/lock.test.ts).
 */
async function takeLock(path: string): Promise<Attempt> {
  const mine = ownName();
  for (;;) {
    try {
      await makeFolderWhole(path, (folder) => writeFile(join(folder, mine), ""));
      return { release: () => removeLock(path, mine) };
    } catch (error) {
      if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOTDIR")) throw asEnvironmentError(error, path);
    }
    const holder = await holderOf(path);
    if (holder !== null && !isGone(holder)) return { holder };
    if (holder !== null) await removeLock(path, holder);
  }
}

/** The folder goes only if no other process has taken it meanwhile. */
async function removeLock(path: string, holder: string): Promise<void> {
  await rm(join(path, holder), { force: true });
  await rmdir(path).catch((error) => {
    if (!hasCode(error, "ENOENT", "ENOTEMPTY", "EEXIST")) throw error;
  });
}

/** The name of the process that has a lock; a file in its place is an older version's. */
async function holderOf(path: string): Promise<string | null> {
  try {
    return (await readdir(path))[0] ?? null;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    if (hasCode(error, "ENOTDIR")) return "file";
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? "");
}
