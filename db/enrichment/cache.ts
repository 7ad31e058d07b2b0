import { dirname, join } from "node:path";
import { hashOf } from "../../base/hash.ts";
import { appendJsonLine, readJsonLines, repairJsonLines } from "../../base/json-lines.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { type Enrichment, enrichmentSchema } from "./enrichment.ts";
import { promptHash } from "./prompt.ts";

interface CachedAnswer {
  /** SHA-256 of what was asked. */
  hash: string;
  servedModel: string;
  value: Enrichment;
}

/** Answers on disk, a file for each model and prompt, a line for each text: what is paid for is never asked twice. */
export interface EnrichmentCache {
  get(hash: string): Enrichment | undefined;
  add(answer: CachedAnswer): Promise<void>;
}

/** Opens the cache of a model. A line that a crash cut off is dropped; a line that no longer fits the form is asked again. */
export async function openEnrichmentCache(cacheDirectory: string, modelId: string): Promise<EnrichmentCache> {
  const path = join(cacheDirectory, "enrichment", `${hashOf([modelId, promptHash()])}.jsonl`);
  await makePrivateFolder(dirname(path));
  await repairJsonLines(path);
  const known = new Map<string, Enrichment>();
  for (const { hash, value } of await readJsonLines<CachedAnswer>(path)) {
    const parsed = enrichmentSchema.safeParse(value);
    if (parsed.success) known.set(hash, parsed.data);
  }
  return {
    get: (hash) => known.get(hash),
    async add(answer) {
      await appendJsonLine(path, answer);
      known.set(answer.hash, answer.value);
    },
  };
}
