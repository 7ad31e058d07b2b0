import { hashOf } from "../base/hash.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { artifactsOf, distinct, type MappedArtifact, metaText } from "./corpus-rows.ts";
import { nameOf, testCaseTexts } from "./entity-text.ts";
import { ingestProcedures } from "./procedures.ts";
import { splitSections } from "./sections.ts";

/** Step 1: payloads to raw, one row an entity to canon, proc and kb. Each row names its payload and the run. */
export async function ingestCanonical(context: IngestContext): Promise<void> {
  await storePayloads(context);
  await storeTestCases(context);
  await storeBacklog(context);
  await ingestProcedures(context);
  await storeKnowledge(context);
  await storeOthers(context);
}

async function storePayloads({ sql, corpus, ingestRunId, progress }: IngestContext): Promise<void> {
  await bulkInsert(sql, {
    table: "raw.payload",
    columns: {
      ingest_run_id: "integer",
      external_id: "text",
      artifact_type: "text",
      content_hash: "text",
      body: "jsonb",
    },
    rows: corpus.artifacts.map((artifact) => [
      ingestRunId,
      artifact.id,
      artifact.type,
      contentHash(artifact),
      artifact,
    ]),
    onProgress: (done, total) => progress("canonical", done, 2 * total),
  });
  await bulkInsert(sql, {
    table: "raw.link",
    columns: { ingest_run_id: "integer", source_id: "text", target_id: "text", kind: "text" },
    rows: corpus.links.map((link) => [ingestRunId, link.sourceId, link.targetId, link.kind]),
    batch: 5000,
  });
}

async function storeTestCases(context: IngestContext): Promise<void> {
  const { sql, ingestRunId, progress } = context;
  await bulkInsert(sql, {
    table: "canon.test_case",
    columns: {
      test_case_id: "text",
      name: "text",
      description: "text",
      quality_area: "text",
      execution_context: "text",
      automated_suite: "text",
      instructions: "text",
      sections: "jsonb",
      attributes: "jsonb",
      content_hash: "text",
      payload_id: "integer",
      ingest_run_id: "integer",
    },
    rows: artifactsOf(context.rows, "test_case").map(({ artifact, payloadId }) => {
      const { description, instructions } = testCaseTexts(artifact);
      return [
        artifact.id,
        nameOf(artifact),
        description,
        metaText(artifact, "quality_area"),
        metaText(artifact, "execution_context"),
        metaText(artifact, "automated_suite"),
        instructions,
        splitSections(instructions),
        otherMeta(artifact, [
          "description",
          "quality_area",
          "execution_context",
          "automated_suite",
          "instructions",
          "references",
        ]),
        contentHash(artifact),
        payloadId,
        ingestRunId,
      ];
    }),
    onProgress: (done, total) => progress("canonical", total + done, 2 * total),
  });
}

async function storeBacklog(context: IngestContext): Promise<void> {
  const { sql, ingestRunId, rows } = context;
  await bulkInsert(sql, {
    table: "canon.backlog_item",
    columns: {
      backlog_item_id: "text",
      subtype: "text",
      name: "text",
      description: "text",
      status: "text",
      attributes: "jsonb",
      content_hash: "text",
      payload_id: "integer",
      ingest_run_id: "integer",
    },
    rows: artifactsOf(context.rows, "backlog_item").map(({ artifact, payloadId }) => [
      artifact.id,
      artifact.subtype,
      nameOf(artifact),
      artifact.text,
      metaText(artifact, "status"),
      otherMeta(artifact, ["status"]),
      contentHash(artifact),
      payloadId,
      ingestRunId,
    ]),
  });
  const pairs = rows.links.filter(
    (link) =>
      link.role === "containment" &&
      link.sourceId !== link.targetId &&
      isBacklog(context, link.sourceId) &&
      isBacklog(context, link.targetId),
  );
  await bulkInsert(sql, {
    table: "canon.containment",
    columns: { parent_id: "text", child_id: "text", ingest_run_id: "integer" },
    rows: distinct(pairs.map((link) => [link.sourceId, link.targetId, ingestRunId])),
  });
}

function isBacklog(context: IngestContext, id: string): boolean {
  return context.rows.byId.get(id)?.role === "backlog_item";
}

async function storeKnowledge(context: IngestContext): Promise<void> {
  await bulkInsert(context.sql, {
    table: "kb.entry",
    columns: { entry_id: "text", term: "text", kind: "text", expansion: "text", definition: "text" },
    rows: artifactsOf(context.rows, "knowledge").map(({ artifact }) => [
      artifact.id,
      nameOf(artifact),
      metaText(artifact, "kind") ?? "term",
      metaText(artifact, "expansion") ?? "",
      artifact.text,
    ]),
  });
}

async function storeOthers(context: IngestContext): Promise<void> {
  await bulkInsert(context.sql, {
    table: "canon.other_artifact",
    columns: {
      artifact_id: "text",
      artifact_type: "text",
      name: "text",
      body: "text",
      attributes: "jsonb",
      content_hash: "text",
      payload_id: "integer",
      ingest_run_id: "integer",
    },
    rows: artifactsOf(context.rows, "other").map(({ artifact, payloadId }) => [
      artifact.id,
      artifact.type,
      nameOf(artifact),
      artifact.text,
      artifact.meta,
      contentHash(artifact),
      payloadId,
      context.ingestRunId,
    ]),
  });
}

function contentHash({
  id,
  type,
  title,
  text,
  meta,
}: Pick<MappedArtifact, "id" | "type" | "title" | "text" | "meta">): string {
  return hashOf({ id, type, title, text, meta });
}

function otherMeta(artifact: MappedArtifact, known: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(artifact.meta).filter(([key]) => !known.includes(key)));
}
