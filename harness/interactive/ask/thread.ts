import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockRun } from "../../run-directory/lock.ts";

export interface OpenThread {
  /** Where the agent's state lies. */
  folder: string;
  close(): Promise<void>;
}

/** A named conversation, kept in the folder that it was begun in (it can't be made again, so it is no cache) and held by one process at a time; without a name one that leaves nothing. */
export async function openThread(name: string | undefined, cwd: string): Promise<OpenThread> {
  if (name === undefined) {
    const folder = await mkdtemp(join(tmpdir(), "scopebench-ask-"));
    return { folder, close: () => rm(folder, { recursive: true, force: true }) };
  }
  const folder = join(cwd, ".scopebench", "threads", name);
  await mkdir(folder, { recursive: true });
  return { folder, close: await lockRun(folder) };
}
