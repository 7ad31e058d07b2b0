import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { compareText } from "../../../base/text-order.ts";
import type { ExportedFile } from "./format.ts";

/** The files of a folder of the run with this ending, by name. */
export async function* copiedFiles(folder: string, ending: string): AsyncGenerator<ExportedFile> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  for (const path of names.sort(compareText)) yield { path, content: await readFile(join(folder, path)) };
}
