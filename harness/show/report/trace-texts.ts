import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { withoutOverrides } from "../../print/text.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { RecordBook } from "../../results/trace/record-book.ts";
import { recordBucket } from "../../results/trace/record-card.ts";

/** Titles of all records that a result of the run told of, and their cards, in a few dozen files. */
export async function writeRecords({ cards }: RecordBook, folder: string): Promise<void> {
  const titles = [...cards].flatMap(([id, { title }]) => (title === null ? [] : [[id, title]]));
  await writeFile(join(folder, "titles.json"), JSON.stringify(Object.fromEntries(titles)));
  await makeFolder(join(folder, "records"));
  for (const [bucket, members] of grouped([...cards], ([id]) => recordBucket(id)))
    await writeFile(join(folder, "records", `${bucket}.json`), JSON.stringify(Object.fromEntries(members)));
}

/** System prompts of the requests to models, as text files; none in runs of earlier versions. */
export async function writePrompts(runDirectory: string, folder: string): Promise<void> {
  const from = runPath(runDirectory, "prompts");
  if (!existsSync(from)) return;
  await makeFolder(join(folder, "prompts"));
  for (const name of await readdir(from)) {
    const text = await readFile(join(from, name), "utf8");
    await writeFile(join(folder, "prompts", name.replace(/\.md$/, ".txt")), withoutOverrides(text));
  }
}
