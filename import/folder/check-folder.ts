import { RedactionCounter } from "../redaction/counts.ts";
import type { DataRedactor } from "../redaction/redactor.ts";
import { Problems } from "./problems.ts";
import { readMappingFile, requireArtifacts } from "./read-parts.ts";

/**
 * What can be said of a corpus folder without reading its lines: it holds artifacts, and its `corpus.yaml` is one.
 * @throws UserError `corpus`
 */
export async function checkCorpusFolder(folder: string, redactor: DataRedactor | null = null): Promise<void> {
  await requireArtifacts(folder);
  const problems = new Problems();
  await readMappingFile(folder, problems, redactor && new RedactionCounter(redactor));
  problems.throwIfAny(folder);
}
