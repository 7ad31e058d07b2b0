import type { Row } from "../ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import type { Changes, Entry } from "./changes.ts";
import type { StepContext } from "./context.ts";
import { differenceOf, reconcile } from "./reconcile.ts";

/** An entry with the payload that its canonical row names. */
export type StoredEntry = Entry & { payloadId: number };

/** Adds the payloads that the database does not hold yet, numbered on. */
export async function storePayloads(
  { sql, ingestRunId, log, progress }: StepContext,
  { entries }: Changes,
): Promise<StoredEntry[]> {
  let next = await nextNumber(sql, "raw.payload", "payload_id");
  const stored = entries.map((entry): StoredEntry => ({ ...entry, payloadId: entry.payloadId ?? next++ }));
  const added = stored.filter((_entry, at) => entries[at]!.payloadId === null);
  await bulkInsert(sql, {
    table: "raw.payload",
    rows: added.map(({ artifact, contentHash, payloadId }) => ({
      payload_id: payloadId,
      ingest_run_id: ingestRunId,
      external_id: artifact.id,
      artifact_type: artifact.type,
      content_hash: contentHash,
      body: asItCame(artifact),
    })),
    onProgress: (done, total) => progress("canonical", done, 2 * total),
  });
  log.add("raw.payload", { inserted: added.length });
  return stored;
}

/** Appends new links, and an end for each that has gone. */
export async function storeLinks({ sql, corpus, ingestRunId, log }: StepContext): Promise<void> {
  const { added, gone } = await differenceOf(sql, {
    table: "raw.current_link",
    key: ["source_id", "target_id", "kind"],
    values: [],
    rows: corpus.links.map(({ sourceId, targetId, kind }) => ({ source_id: sourceId, target_id: targetId, kind })),
  });
  const next = await nextNumber(sql, "raw.link", "link_id");
  const rows = added.map((link, at): Row => ({ link_id: next + at, ingest_run_id: ingestRunId, ...link }));
  if (gone.length > 0)
    await sql.query(
      `INSERT INTO raw.link_end SELECT l.link_id, $2 FROM raw.current_link l
       JOIN json_populate_recordset(NULL::raw.link, $1::json) g USING (source_id, target_id, kind)`,
      [JSON.stringify(gone), ingestRunId],
    );
  await bulkInsert(sql, { table: "raw.link", rows, batch: 5000 });
  log.add("raw.link", { inserted: rows.length });
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

/** Which payload and run each canonical row is from, and the list of what this run changed. */
export async function storeSources(
  { sql, ingestRunId, log }: StepContext,
  entries: readonly StoredEntry[],
  { gone }: Changes,
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
  const changes = [
    ...gone.map(({ entityId, entityType }) => ({ entity_id: entityId, entity_type: entityType, change: "gone" })),
    ...entries.map(({ artifact, change }) => ({ entity_id: artifact.id, entity_type: artifact.role, change })),
  ];
  const rows = changes.map((change) => ({ ingest_run_id: ingestRunId, ...change }));
  await bulkInsert(sql, { table: "core.ingest_change", rows, batch: 5000 });
  log.add("raw.entity_source", countsOfSources(entries));
  log.add("core.ingest_change", { inserted: rows.length });
}

function countsOfSources(entries: readonly StoredEntry[]) {
  const updated = entries.filter(({ change }) => change === "changed").length;
  return { inserted: entries.length - updated, updated };
}

async function nextNumber(sql: StepContext["sql"], table: string, column: string): Promise<number> {
  const { rows } = await sql.query<{ next: number }>(`SELECT coalesce(max(${column}), 0) + 1 AS next FROM ${table}`);
  return Number(rows[0]!.next);
}

/** Without what the mapping made of it. */
function asItCame({ id, type, title, text, meta }: Entry["artifact"]) {
  return { id, type, title, text, meta };
}
