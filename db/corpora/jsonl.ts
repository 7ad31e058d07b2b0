import { basename, resolve } from "node:path";
import type { Corpus } from "../corpus.ts";
import { finishCorpus } from "./folder/finish.ts";
import { Problems } from "./folder/problems.ts";
import { readCorpusParts } from "./folder/read-parts.ts";

/**
 * Corpus B: reads a folder with `artifacts.jsonl`, `links.csv` and, optionally, `corpus.yaml` (format: README.md beside
 * this file). Everything that is wrong is reported at once; what was guessed or left out is in the corpus' notes.
 * @throws UserError `corpus`.
 */
export async function readCorpusFolder(folder: string): Promise<Corpus> {
  const problems = new Problems();
  const parts = await readCorpusParts(folder, problems);
  problems.throwIfAny(folder);
  return finishCorpus({ path: folder, defaultName: basename(resolve(folder)), ...parts });
}
