import type { ArtifactRole } from "../ports/corpus.ts";
import { type MappedArtifact, metaText, otherMeta, pairsOf, type StreamedRows } from "../ports/corpus-rows.ts";
import { nameOf, testCaseTexts } from "../ports/entity-text.ts";
import type { Row } from "../ports/ports.ts";
import type { StepContext } from "./context.ts";
import { firstProtocols, messageRow, protocolRow } from "./procedures.ts";
import type { LinkTable } from "./reconcile.ts";
import { splitSections } from "./sections.ts";

/** Where the canonical rows of a role lie. */
export interface EntityTable {
  role: ArtifactRole;
  table: string;
  key: string;
  /** Whether rows name payload and run themselves; raw.entity_source names them for all. */
  namesSource: boolean;
  toRow(artifact: MappedArtifact, contentHash: string): Row;
}

/** The canonical tables, what is referred to before what refers to it. */
export function entityTables(rows: StreamedRows): readonly EntityTable[] {
  const protocols = firstProtocols(rows);
  return [
    { role: "test_case", table: "canon.test_case", key: "test_case_id", namesSource: true, toRow: testCaseRow },
    { role: "backlog_item", table: "canon.backlog_item", key: "backlog_item_id", namesSource: true, toRow: backlogRow },
    { role: "protocol", table: "proc.protocol", key: "protocol_id", namesSource: true, toRow: protocolRow },
    {
      role: "message",
      table: "proc.message",
      key: "message_id",
      namesSource: true,
      toRow: (artifact) => messageRow(artifact, protocols),
    },
    { role: "knowledge", table: "kb.entry", key: "entry_id", namesSource: false, toRow: knowledgeRow },
    { role: "other", table: "canon.other_artifact", key: "artifact_id", namesSource: true, toRow: otherRow },
  ];
}

const KNOWN_META = [
  "description",
  "quality_area",
  "execution_context",
  "automated_suite",
  "instructions",
  "references",
] as const;

/** A test case, its instructions split into typed sections. */
function testCaseRow(artifact: MappedArtifact, contentHash: string): Row {
  const { description, instructions } = testCaseTexts(artifact);
  return {
    test_case_id: artifact.id,
    name: nameOf(artifact),
    description,
    quality_area: metaText(artifact, "quality_area"),
    execution_context: metaText(artifact, "execution_context"),
    automated_suite: metaText(artifact, "automated_suite"),
    instructions,
    sections: splitSections(instructions),
    attributes: otherMeta(artifact, KNOWN_META),
    content_hash: contentHash,
  };
}

/** A backlog item of any subtype. */
function backlogRow(artifact: MappedArtifact, contentHash: string): Row {
  return {
    backlog_item_id: artifact.id,
    subtype: artifact.subtype,
    name: nameOf(artifact),
    description: artifact.text,
    status: metaText(artifact, "status"),
    attributes: otherMeta(artifact, ["status"]),
    content_hash: contentHash,
  };
}

/** Which backlog item contains which. An item does not contain itself. */
export function containment({ rows, ingestRunId }: StepContext): LinkTable[] {
  const pairs = pairsOf(rows, "containment");
  return [
    {
      table: "canon.containment",
      key: ["parent_id", "child_id"],
      values: [],
      rows: pairs.map(([parent, child]) => ({ parent_id: parent, child_id: child })),
      stamp: { ingest_run_id: ingestRunId },
    },
  ];
}

/** Terminology. */
function knowledgeRow(artifact: MappedArtifact): Row {
  return {
    entry_id: artifact.id,
    term: nameOf(artifact),
    kind: metaText(artifact, "kind") ?? "term",
    expansion: metaText(artifact, "expansion") ?? "",
    definition: artifact.text,
  };
}

/** An artifact without a role: searchable, and no part of the graph. */
function otherRow(artifact: MappedArtifact, contentHash: string): Row {
  return {
    artifact_id: artifact.id,
    artifact_type: artifact.type,
    name: nameOf(artifact),
    body: artifact.text,
    attributes: artifact.meta,
    content_hash: contentHash,
  };
}
