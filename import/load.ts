import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import type { Corpus, StreamedCorpus } from "../db/ports/corpus.ts";
import { readCorpusFolder, streamCorpusFolder } from "./folder/jsonl.ts";
import { redactCorpus } from "./redaction/redact-corpus.ts";
import type { DataRedactor } from "./redaction/redactor.ts";

export type CorpusSource = { type: "telecom"; seed: number; scale?: number } | { type: "folder"; path: string };

/**
 * The corpus of a configuration. The synthetic one is generated each time: that takes as long as reading it from a cache
 * would (about 0.8 s of processor time at full size against 0.6 s), and cannot be stale. With a redactor nobody sees what it replaces.
 * @throws UserError `corpus` when a folder is no corpus.
 */
export async function loadCorpus(source: CorpusSource, redactor: DataRedactor | null = null): Promise<Corpus> {
  if (source.type === "folder") return readCorpusFolder(source.path, redactor);
  const corpus = generateTelecomCorpus({ seed: source.seed, scale: source.scale });
  return redactor ? redactCorpus(corpus, redactor) : corpus;
}

/** The same for who only goes through it: a folder's artifacts stay in their file. */
export async function streamCorpus(
  source: CorpusSource,
  redactor: DataRedactor | null = null,
): Promise<StreamedCorpus> {
  return source.type === "folder" ? streamCorpusFolder(source.path, redactor) : loadCorpus(source, redactor);
}
