import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";

/** Executions share system prompts: each is written once, under its hash. */
export async function writePrompts(folder: string, prompts: Readonly<Record<string, string>>): Promise<void> {
  for (const [hash, text] of Object.entries(prompts)) {
    const path = join(folder, `${hash}.md`);
    if (existsSync(path)) continue;
    await makeFolder(folder);
    await writeFile(path, text);
  }
}
