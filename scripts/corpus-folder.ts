import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { writeCorpusFolder } from "../import/folder/write.ts";
import { importSource } from "../import/sources/import-source.ts";

/**
 * The folder of a corpus given to a script: `data/onap`, or with what its types are taken for, `data/hadoop-bugs:bug_report=test_case,epic=feature`,
 * which is imported so into a folder of the same name in `scratch`; one that is there stays.
 */
export async function corpusFolder(argument: string, scratch: string): Promise<string> {
  const [, path = argument, pairs] = /^(.*):([^:/=]+=[^/]*)$/.exec(argument) ?? [];
  if (pairs === undefined) return path;
  const folder = join(scratch, "corpora", basename(path));
  if (existsSync(folder)) return folder;
  const { corpus } = await importSource(path, { mapping: pairs.split(",") });
  await writeCorpusFolder(corpus, folder);
  return folder;
}
