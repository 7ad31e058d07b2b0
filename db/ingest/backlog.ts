import type { Row } from "../ports.ts";
import type { StepContext } from "./context.ts";
import { contentHash, type MappedArtifact, metaText, otherMeta, pairsBetween } from "./corpus-rows.ts";
import { nameOf } from "./entity-text.ts";
import type { WantedTable } from "./reconcile.ts";

/** A backlog item of any subtype. */
export function backlogRow(artifact: MappedArtifact): Row {
  return {
    backlog_item_id: artifact.id,
    subtype: artifact.subtype,
    name: nameOf(artifact),
    description: artifact.text,
    status: metaText(artifact, "status"),
    attributes: otherMeta(artifact, ["status"]),
    content_hash: contentHash(artifact),
  };
}

/** Which backlog item contains which. An item does not contain itself. */
export function containment({ rows, ingestRunId }: StepContext): WantedTable[] {
  const pairs = pairsBetween(rows, { role: "containment", from: "backlog_item", to: "backlog_item" });
  return [
    {
      table: "canon.containment",
      key: ["parent_id", "child_id"],
      values: [],
      rows: pairs
        .filter(([parent, child]) => parent !== child)
        .map(([parent, child]) => ({ parent_id: parent, child_id: child })),
      stamp: { ingest_run_id: ingestRunId },
    },
  ];
}
