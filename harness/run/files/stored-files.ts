import { cp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { OWN } from "../../../agent/contract/contract.ts";
import { AgentFiles } from "../../../agent/filesystem/agent-files.ts";
import type { FileScope } from "../../../agent/filesystem/in-scope.ts";
import { openFiles, type PassingLocation } from "../../../agent/filesystem/open-files.ts";
import type { StoredFile } from "../../../agent/filesystem/rows.ts";
import { isHidden } from "../../../agent/tools/artifact-files.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ExecutionRecord } from "../../record/domain/records.ts";
import { isLocked } from "../../record/run-directory/lock.ts";
import { RUN_PATHS } from "../../record/run-directory/paths.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { ASKED_BY, journalIn } from "../interactive/ask/thread.ts";

/** Where the files of one conversation lie: a folder that is locked while it is at work, the store in it, and whose files. */
export interface FilePlace {
  folder: string;
  store: string;
  scope: FileScope;
}

/** Of an execution of a run. @throws UserError `run-directory` where a worker of a queue made it */
export async function placeOfExecution(runDirectory: string, record: ExecutionRecord): Promise<FilePlace> {
  const traces = await readRecords({ runDirectory, part: "workerTraces", configuration: record });
  if (traces.some(({ thread_id }) => thread_id === record.thread_id))
    throw new UserError("run-directory", `the files of ${executionName(record)} stayed with the worker that made it`, {
      hint: "run without --queue to keep them; what its tools gave is in the trace: scopebench show",
    });
  const store = record.workflow === OWN ? RUN_PATHS.externalAgentState : RUN_PATHS.state;
  return {
    folder: runDirectory,
    store,
    scope: { assistantId: record.assistant_id, threadId: record.thread_id },
  };
}

/** Of a conversation that `ask` keeps. */
export function placeOfThread(folder: string, threadId: string): FilePlace {
  return { folder, store: RUN_PATHS.state, scope: { assistantId: ASKED_BY, threadId } };
}

/**
 * What the agent had for files when it ended, by path, without its own records. Read from a copy: opening a store writes to
 * it, and a finished run stays as it is.
 * @throws UserError `run-directory` while another process works there
 */
export async function readStoredFiles({ folder, store, scope }: FilePlace): Promise<StoredFile[]> {
  if (await isLocked(folder))
    throw new UserError("run-directory", `${folder} is at work`, { hint: "its files can be read once it has ended" });
  const journal = journalIn(folder);
  if (await exists(journal)) return visibleIn({ journal }, scope);
  if (!(await exists(join(folder, store)))) return [];
  const copy = await makeScratchFolder("files");
  try {
    await cp(join(folder, store), copy, { recursive: true });
    return await visibleIn(copy, scope);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function visibleIn(location: string | PassingLocation, scope: FileScope): Promise<StoredFile[]> {
  const opened = await openFiles(location);
  try {
    const files = await new AgentFiles(opened.files, scope).readFolder("/");
    return files.filter(({ path }) => !isHidden(path));
  } finally {
    await opened.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
