import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { cacheDirectoryOf } from "../../../../base/cache-directory.ts";
import { makePrivateFolder } from "../../../../base/private-folder.ts";
import { makeScratchFolder } from "../../../../base/whole-folder.ts";
import type { Io } from "../../../print/io.ts";
import { isLocked, lockRun } from "../../../record/run-directory/lock.ts";

export interface OpenThread {
  /** Where the agent's state lies. */
  folder: string;
  /** What the agent's files are kept in where nobody goes on with the conversation: no database is started for it. */
  journal: string | undefined;
  /** What `scopebench runs files` calls it; null for one that leaves nothing. */
  name: string | null;
  close(): Promise<void>;
}

/** What `scopebench runs files` calls the last conversation that was given no name. */
export const UNNAMED = "ask";

/** The assistant's id in the store. */
export const ASKED_BY = "scopebench";

type Place = Pick<Io, "cwd" | "environment">;

/**
 * A conversation, held by one process at a time. A named one is kept in the folder that it was begun in: it can't be made
 * again, so it is no cache. One without a name is kept in the cache until the next begins, for its evidence to be opened; one
 * that begins while another is at work leaves nothing.
 */
export async function openThread(name: string | undefined, place: Place): Promise<OpenThread> {
  const folder = name === undefined ? unnamedFolder(place) : namedFolder(name, place);
  if (name === undefined && (await isLocked(folder))) {
    const own = await makeScratchFolder("ask");
    return { folder: own, journal: journalIn(own), name: null, close: () => rm(own, { recursive: true, force: true }) };
  }
  if (name === undefined) await rm(folder, { recursive: true, force: true });
  await makePrivateFolder(folder);
  const journal = name === undefined ? journalIn(folder) : undefined;
  return { folder, journal, name: name ?? UNNAMED, close: await lockRun(folder) };
}

/** The agent's files of the last conversation that was given no name. */
export function journalIn(folder: string): string {
  return join(folder, "files.jsonl");
}

/** The folder of a conversation that was begun, by the name that `scopebench runs files` takes; null when there is none. */
export async function findThread(name: string, place: Place): Promise<string | null> {
  const folders = [namedFolder(name, place), ...(name === UNNAMED ? [unnamedFolder(place)] : [])];
  for (const folder of folders) if (await isFolder(folder)) return folder;
  return null;
}

function namedFolder(name: string, { cwd }: Place): string {
  return join(cwd, ".scopebench", "threads", name);
}

function unnamedFolder({ environment }: Place): string {
  return join(cacheDirectoryOf(environment), "asked");
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
