import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { UserError } from "../../db/base/user-error.ts";
import { asEnvironmentError } from "./atomic.ts";
import { runPath } from "./paths.ts";

interface Holder {
  pid: number;
  host: string;
}

/**
 * Takes the run for this process; gives the function that lets it go. A lock whose process is dead (kill -9) is taken over.
 * @throws UserError `run-directory` when another live process, or another machine, holds it.
 */
export async function lockRun(runDirectory: string): Promise<() => Promise<void>> {
  const path = runPath(runDirectory, "lock");
  const mine: Holder = { pid: process.pid, host: hostname() };
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(path, JSON.stringify(mine), { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw asEnvironmentError(error, path);
      const holder = await readHolder(path);
      if (holder && isAlive(holder)) {
        throw new UserError("run-directory", `${runDirectory} is in use by process ${holder.pid} on ${holder.host}`, {
          hint: `wait for it, or remove ${path} if that machine is gone`,
        });
      }
      await rm(path, { force: true });
    }
  }
  throw new UserError("run-directory", `${runDirectory} was taken by another process just now`, {
    hint: "wait for it",
  });
}

/** True when a live process, or another machine, holds the run. */
export async function isLocked(runDirectory: string): Promise<boolean> {
  const holder = await readHolder(runPath(runDirectory, "lock"));
  return holder !== null && isAlive(holder);
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
  if (holder.pid === process.pid) return false; // Left by an earlier process with our number.
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
