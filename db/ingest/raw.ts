import type { Row } from "../ports/ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import type { Changes, Entry } from "./changes.ts";
import type { StepContext } from "./context.ts";
import { reconcile, slicesOf, TableComparison } from "./reconcile.ts";

/** An entry with the payload that its canonical row names. */
export type StoredEntry = Entry & { payloadId: number };

/** Adds payloads that the database does not hold yet. */
export async function storePayloads(
  { sql, ingestRunId, log }: StepContext,
  entries: readonly StoredEntry[],
): Promise<void> {
  await bulkInsert(sql, {
    table: "raw.payload",
    rows: entries.map(({ artifact, contentHash, payloadId }) => ({
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
      external_id: artifact.id,
      artifact_type: artifact.type,
      content_hash: contentHash,
      body: asItCame(artifact),
    })),
  });
  log.add("raw.payload", { inserted: entries.length });
}

/** Appends new links, and an end for each that has gone. */
export async function storeLinks({ sql, corpus, ingestRunId, log }: StepContext): Promise<void> {
  let next = await nextNumber(sql, "raw.link", "link_id");
  const key = ["source_id", "target_id", "kind"];
  const comparison = new TableComparison(sql, { table: "raw.current_link", key, values: [] });
  for (const slice of slicesOf(linkRows(corpus), "source_id")) {
    const { added, gone } = await comparison.compare(slice);
    await endLinks({ sql, ingestRunId, log }, gone);
    const rows = added.map((link): Row => ({ link_id: next++, ingest_run_id: ingestRunId, ...link }));
    await bulkInsert(sql, { table: "raw.link", rows, batch: 5000 });
    log.add("raw.link", { inserted: rows.length });
  }
  for await (const gone of comparison.ofOthers()) await endLinks({ sql, ingestRunId, log }, gone);
}

function* linkRows({ links }: StepContext["corpus"]): Generator<Row> {
  for (const { sourceId, targetId, kind } of links) yield { source_id: sourceId, target_id: targetId, kind };
}

async function endLinks(
  { sql, ingestRunId, log }: Pick<StepContext, "sql" | "ingestRunId" | "log">,
  gone: readonly Row[],
): Promise<void> {
  if (gone.length === 0) return;
  await sql.query(
    `INSERT INTO raw.link_end SELECT l.link_id, $2 FROM raw.current_link l
     JOIN json_populate_recordset(NULL::raw.link, $1::json) g USING (source_id, target_id, kind)`,
    [JSON.stringify(gone), ingestRunId],
  );
  log.add("raw.link_end", { inserted: gone.length });
}

/** The mapping of link kinds, by which SQL can read raw links. */
export async function storeLinkKinds({ sql, corpus, log }: StepContext): Promise<void> {
  const rows = Object.entries(corpus.mapping.linkKinds).map(([kind, { role, inverse = false }]) => ({
    kind,
    role,
    inverse,
  }));
  await reconcile(sql, { table: "raw.link_kind", key: ["kind"], values: ["role", "inverse"], rows }, log);
}

/** Which payload and run each canonical row is from, and what this run changed. */
export async function storeSources(
  { sql, ingestRunId, log }: StepContext,
  entries: readonly StoredEntry[],
): Promise<void> {
  await bulkUpsert(sql, {
    table: "raw.entity_source",
    key: ["entity_id"],
    rows: entries.map(({ artifact, sourceHash, payloadId }) => ({
      entity_id: artifact.id,
      entity_type: artifact.role,
      source_hash: sourceHash,
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
    })),
  });
  await bulkInsert(sql, {
    table: "core.ingest_change",
    rows: entries.map(({ artifact, change }) => ({
      ingest_run_id: ingestRunId,
      entity_id: artifact.id,
      entity_type: artifact.role,
      change,
    })),
  });
  const updated = entries.filter(({ change }) => change === "changed").length;
  log.add("raw.entity_source", { inserted: entries.length - updated, updated });
  log.add("core.ingest_change", { inserted: entries.length });
}

/** What this run found gone. */
export async function storeGone({ sql, ingestRunId, log }: StepContext, { gone }: Changes): Promise<void> {
  const rows = gone.map(({ entityId, entityType }) => ({
    ingest_run_id: ingestRunId,
    entity_id: entityId,
    entity_type: entityType,
    change: "gone",
  }));
  await bulkInsert(sql, { table: "core.ingest_change", rows, batch: 5000 });
  log.add("core.ingest_change", { inserted: rows.length });
}

export async function nextNumber(sql: StepContext["sql"], table: string, column: string): Promise<number> {
  const { rows } = await sql.query<{ next: number }>(`SELECT coalesce(max(${column}), 0) + 1 AS next FROM ${table}`);
  return Number(rows[0]!.next);
}

/** Without what the mapping made of it. */
function asItCame({ id, type, title, text, meta }: Entry["artifact"]) {
  return { id, type, title, text, meta };
}
