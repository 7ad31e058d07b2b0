import { bulkInsert } from "../postgres/bulk-insert.ts";
import { storeBacklog } from "./backlog.ts";
import type { IngestContext } from "./context.ts";
import { contentHash } from "./corpus-rows.ts";
import { storeKnowledge } from "./knowledge.ts";
import { storeOthers } from "./others.ts";
import { storeProcedures } from "./procedures.ts";
import { storeTestCases } from "./test-cases.ts";

/** Step 1: payloads to raw, one row an entity to canon, proc and kb. Each row names its payload and the run. */
export async function ingestCanonical(context: IngestContext): Promise<void> {
  await storePayloads(context);
  await storeTestCases(context);
  await storeBacklog(context);
  await storeProcedures(context);
  await storeKnowledge(context);
  await storeOthers(context);
}

/** `payload_id` counts from 1 in the corpus' order, as `artifactsOf` counts. */
async function storePayloads({ sql, corpus, ingestRunId, progress }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "raw.payload",
    rows: corpus.artifacts.map((artifact) => ({
      ingest_run_id: ingestRunId,
      external_id: artifact.id,
      artifact_type: artifact.type,
      content_hash: contentHash(artifact),
      body: artifact,
    })),
    onProgress: (done, total) => progress("canonical", done, 2 * total),
  });
  await bulkInsert(sql, {
    table: "raw.link",
    rows: corpus.links.map(({ sourceId, targetId, kind }) => ({
      ingest_run_id: ingestRunId,
      source_id: sourceId,
      target_id: targetId,
      kind,
    })),
    batch: 5000,
  });
}
