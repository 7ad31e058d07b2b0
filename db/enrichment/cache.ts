import { dirname, join } from "node:path";
import type { z } from "zod";
import { hashOf } from "../../base/hash.ts";
import { appendJsonLine, readJsonLines, repairJsonLines } from "../../base/json-lines.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";

interface CachedAnswer<T> {
  /** SHA-256 of what was asked. */
  hash: string;
  servedModel: string;
  value: T;
}

/** Answers on disk, a file for each model and prompt, a line for each text: what is paid for is never asked twice. */
interface EnrichmentCache<T> {
  get(hash: string): T | undefined;
  add(answer: CachedAnswer<T>): Promise<void>;
}

/** Opens the cache of a model. A line that a crash cut off is dropped; a line that no longer fits the form is asked again. */
export async function openEnrichmentCache<T>(
  cacheDirectory: string,
  { modelId, promptHash, schema }: { modelId: string; promptHash: string; schema: z.ZodType<T> },
): Promise<EnrichmentCache<T>> {
  const path = join(cacheDirectory, "enrichment", `${hashOf([modelId, promptHash])}.jsonl`);
  await makePrivateFolder(dirname(path));
  await repairJsonLines(path);
  const known = new Map<string, T>();
  for (const { hash, value } of await readJsonLines<CachedAnswer<unknown>>(path)) {
    const parsed = schema.safeParse(value);
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
