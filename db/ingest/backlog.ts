import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, contentHash, metaText, otherMeta, pairsBetween } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";

/** Backlog items of all subtypes and their containment to canon. An item does not contain itself. */
export async function storeBacklog({ sql, rows, ingestRunId }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "canon.backlog_item",
    rows: artifactsOf(rows, "backlog_item").map(({ artifact, payloadId }) => ({
      backlog_item_id: artifact.id,
      subtype: artifact.subtype,
      name: nameOf(artifact),
      description: artifact.text,
      status: metaText(artifact, "status"),
      attributes: otherMeta(artifact, ["status"]),
      content_hash: contentHash(artifact),
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
  });
  const pairs = pairsBetween(rows, { role: "containment", from: "backlog_item", to: "backlog_item" });
  await bulkInsert(sql, {
    table: "canon.containment",
    rows: pairs
      .filter(([parent, child]) => parent !== child)
      .map(([parent, child]) => ({ parent_id: parent, child_id: child, ingest_run_id: ingestRunId })),
  });
}
