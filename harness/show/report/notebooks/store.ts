import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../../../../base/atomic.ts";
import { makeFolder } from "../../../../base/make-folder.ts";
import { compareText } from "../../../../base/text-order.ts";
import { RUN_PATHS, runPath } from "../../../record/run-directory/paths.ts";
import { withWriting } from "../../../record/run-directory/record-files.ts";
import { NOTEBOOK_NAME, type Notebook, parseNotebook, type SavedNotebook } from "./notebook.ts";

const ENDING = ".json";

/** Notebooks of a run, by name; other files there are ignored. */
export async function readNotebooks(runDirectory: string): Promise<SavedNotebook[]> {
  const folder = runPath(runDirectory, "notebooks");
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(ENDING)).sort(compareText);
  const read = await Promise.all(files.map((file) => readNotebook(join(folder, file), file.slice(0, -ENDING.length))));
  return read.flatMap((notebook) => notebook ?? []);
}

async function readNotebook(path: string, name: string): Promise<SavedNotebook | null> {
  if (!NOTEBOOK_NAME.test(name)) return null;
  try {
    return { name, ...parseNotebook(JSON.parse(await readFile(path, "utf8"))) };
  } catch {
    return null; // Edited by hand, or of another version: a report without it is better than none.
  }
}

/** @param name one that `NOTEBOOK_NAME` takes */
export async function saveNotebook(runDirectory: string, name: string, notebook: Notebook): Promise<void> {
  await withWriting(runDirectory, [fileOf(name)], async () => {
    await makeFolder(runPath(runDirectory, "notebooks"));
    await writeFileAtomic(pathOf(runDirectory, name), `${JSON.stringify(notebook, null, 1)}\n`);
  });
}

export async function removeNotebook(runDirectory: string, name: string): Promise<void> {
  await withWriting(runDirectory, [fileOf(name)], () => rm(pathOf(runDirectory, name), { force: true }));
}

function fileOf(name: string): string {
  return `${RUN_PATHS.notebooks}/${name}${ENDING}`;
}

function pathOf(runDirectory: string, name: string): string {
  return runPath(runDirectory, "notebooks", `${name}${ENDING}`);
}
