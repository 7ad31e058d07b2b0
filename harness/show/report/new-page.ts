import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { UserError } from "../../../base/user-error.ts";
import { writeFile } from "../../../base/write-file.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { withWriting } from "../../record/run-directory/record-files.ts";
import { refusalOf } from "./own-pages/place-pages.ts";
import { titleOf } from "./own-pages/read-page.ts";
import { REPORTS } from "./sources.ts";

/**
 * Writes a page for the reader's own question into the run, where `report build` finds it. Gives its path.
 * @throws UserError `usage` for a name that cannot be one, or that is taken
 */
export async function newPage(runDirectory: string, name: string): Promise<string> {
  const refusal = refusalOf(`${name}.md`);
  if (refusal !== null) throw new UserError("usage", `${JSON.stringify(name)}: ${refusal}`);
  const template = await readFile(join(REPORTS, "new-page.md"), "utf8");
  const folder = runPath(runDirectory, "pages");
  const path = join(folder, `${name}.md`);
  try {
    await withWriting(runDirectory, [`${RUN_PATHS.pages}/${name}.md`], async () => {
      await makeFolder(folder);
      await writeFile(path, template.replaceAll("PAGE TITLE", titleOf(name)), { flag: "wx" });
    });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new UserError("usage", `there is a page ${RUN_PATHS.pages}/${name}.md already`, {
      cause,
      hint: "edit it, or take another name",
    });
  }
  return path;
}
