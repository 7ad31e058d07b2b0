import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout } from "node:timers/promises";
import { UserError } from "../../base/user-error.ts";
import { asEnvironmentError } from "./atomic.ts";
import { runPath } from "./paths.ts";

interface Holder {
  pid: number;
  host: string;
  /** When the process started, in milliseconds: in a container each process may have the same number. */
  start?: number;
}

/**
 * Takes the run for this process; gives the function that lets it go. A lock whose process is dead (kill -9) is taken over.
 * @throws UserError `run-directory` when another live process, or another machine, holds it.
 */
export async function lockRun(runDirectory: string): Promise<() => Promise<void>> {
  const path = runPath(runDirectory, "lock");
  const holder = await takeLock(path);
  if (holder === null) return () => rm(path, { force: true });
  throw new UserError("run-directory", `${runDirectory} is in use by process ${holder.pid} on ${holder.host}`, {
    hint: `wait for it, or remove ${path} if that machine is gone`,
  });
}

/** For what takes milliseconds: waits until the lock is free. @throws UserError `run-directory` after ten seconds. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    // What cannot be read yet is being written at this moment, unless it stays so.
    const holder = await takeLock(path, waits < 50 ? UNREADABLE : null);
    if (holder === null) break;
    if (waits === 500)
      throw new UserError("run-directory", `${path} is held by process ${holder.pid} on ${holder.host}`, {
        hint: "remove it if that process is gone",
      });
    await setTimeout(20);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** True while a process that is alive works on the run, or on another machine. */
export async function isLocked(runDirectory: string): Promise<boolean> {
  const holder = await readHolder(runPath(runDirectory, "lock"));
  return holder !== null && isAlive(holder);
}

const UNREADABLE: Holder = { pid: 0, host: "this machine" };

/** Null when it is ours now, otherwise who has it; `unreadable` stands for whoever left a lock cut short. */
async function takeLock(path: string, unreadable: Holder | null = null): Promise<Holder | null> {
  const mine: Holder = { pid: process.pid, host: hostname(), start: performance.timeOrigin };
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(path, JSON.stringify(mine), { flag: "wx" });
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw asEnvironmentError(error, path);
      const holder = (await readHolder(path)) ?? unreadable;
      if (holder && (holder === unreadable || isAlive(holder) || attempt > 0)) return holder;
      await rm(path, { force: true });
    }
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return null; // Cut short by a crash while it was written: nobody holds it.
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  if (holder.pid === process.pid) return holder.start === performance.timeOrigin;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
