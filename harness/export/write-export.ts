import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../../db/base/user-error.ts";
import { asEnvironmentError } from "../run-directory/atomic.ts";
import type { ExportedRun, ExportFormat } from "./format.ts";

/**
 * Writes an export into a new folder, whole or not at all. Gives the number of files.
 * @throws UserError `input` when the folder is there already, `environment` when it can't be written.
 */
export async function writeExport(run: ExportedRun, format: ExportFormat, folder: string): Promise<number> {
  if (await stat(folder).catch(() => null))
    throw new UserError("input", `${folder} is there already`, { hint: "remove it or name another with --to" });
  const partial = `${folder}.partial-${randomUUID().slice(0, 8)}`;
  try {
    await mkdir(partial, { recursive: true });
    let files = 0;
    for await (const { path, content } of format.files(run)) {
      await mkdir(dirname(join(partial, path)), { recursive: true });
      await writeFile(join(partial, path), content);
      files++;
    }
    await rename(partial, folder);
    return files;
  } catch (error) {
    throw asEnvironmentError(error, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
