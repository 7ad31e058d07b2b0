import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, contentHash } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** Artifacts without a role: searchable, and no part of the graph. */
export async function storeOthers({ sql, rows, ingestRunId }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "canon.other_artifact",
    rows: artifactsOf(rows, "other").map(({ artifact, payloadId }) => ({
      artifact_id: artifact.id,
      artifact_type: artifact.type,
      name: nameOf(artifact),
      body: artifact.text,
      attributes: artifact.meta,
      content_hash: contentHash(artifact),
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
  });
}
