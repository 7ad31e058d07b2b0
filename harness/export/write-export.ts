import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../../base/user-error.ts";
import { makeFolderWhole } from "../../base/whole-folder.ts";
import { asEnvironmentError } from "../run-directory/atomic.ts";
import type { ExportedRun, ExportFormat } from "./format.ts";

/**
 * Writes an export into a new folder, whole or not at all. Gives the number of files.
 * @throws UserError `input` when the folder is there already, `environment` when it can't be written.
 */
export async function writeExport(run: ExportedRun, format: ExportFormat, folder: string): Promise<number> {
  if (await stat(folder).catch(() => null))
    throw new UserError("input", `${folder} is there already`, { hint: "remove it or name another with --to" });
  try {
    return await makeFolderWhole(folder, async (partial) => {
      let files = 0;
      for await (const { path, content } of format.files(run)) {
        await mkdir(dirname(join(partial, path)), { recursive: true });
        await writeFile(join(partial, path), content);
        files++;
      }
      return files;
    });
  } catch (error) {
    throw asEnvironmentError(error, folder);
  }
}
