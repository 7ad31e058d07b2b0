import { basename, resolve } from "node:path";
import { withHash } from "../../db/corpora/make-corpus.ts";
import type { Corpus, StreamedCorpus } from "../../db/ports/corpus.ts";
import { RedactionCounter } from "../redaction/counts.ts";
import { withRedaction } from "../redaction/redact-corpus.ts";
import type { DataRedactor } from "../redaction/redactor.ts";
import { finishMapping } from "./finish.ts";
import { Problems } from "./problems.ts";
import { readCorpusParts } from "./read-parts.ts";

/**
 * Corpus B: reads a folder with `artifacts.jsonl`, `links.csv` and, optionally, `corpus.yaml` (format: README.md beside
 * this file). Everything that is wrong is reported at once; what was guessed or left out is in the corpus' notes.
 * @throws UserError `corpus`.
 */
export async function readCorpusFolder(folder: string, redactor: DataRedactor | null = null): Promise<Corpus> {
  const corpus = await streamCorpusFolder(folder, redactor);
  return { ...corpus, artifacts: [...corpus.artifacts] };
}

/** The same, checked as a whole, with its artifacts left in their file. */
export async function streamCorpusFolder(
  folder: string,
  redactor: DataRedactor | null = null,
): Promise<StreamedCorpus> {
  const problems = new Problems();
  const counter = redactor && new RedactionCounter(redactor);
  const parts = await readCorpusParts(folder, problems, counter);
  problems.throwIfAny(folder);
  const finished = finishMapping({ path: folder, defaultName: basename(resolve(folder)), ...parts });
  return withRedaction(withHash({ ...finished, artifacts: parts.artifacts, links: parts.links }), counter);
}
