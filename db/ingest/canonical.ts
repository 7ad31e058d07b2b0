import type { Row } from "../ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { type ChangeCounts, type Changes, detectChanges } from "./changes.ts";
import type { StepContext } from "./context.ts";
import { containment, type EntityTable, entityTables } from "./entity-tables.ts";
import { procedureLinks } from "./procedures.ts";
import { type StoredEntry, storeLinkKinds, storeLinks, storePayloads, storeSources } from "./raw.ts";
import { differenceOf, removeGone, writeRest } from "./reconcile.ts";

/**
 * Step 1: payloads and links to raw, one row an entity to canon, proc and kb, containment and coverage. Writes what
 * differs from what the database holds; everything that referred to a row that has gone goes first.
 */
export async function ingestCanonical(context: StepContext): Promise<ChangeCounts> {
  const { sql, rows, log } = context;
  const changes = await detectChanges(sql, rows);
  const entries = await storePayloads(context, changes);
  await storeLinks(context);
  await storeLinkKinds(context);
  const links = [];
  for (const wanted of [...containment(context), ...procedureLinks(context)])
    links.push(await differenceOf(sql, wanted));
  for (const difference of links) await removeGone(sql, difference, log);
  const tables = entityTables(rows);
  for (const table of tables) await writeEntities(context, table, entries);
  await removeTraceLinks(context, changes);
  for (const table of [...tables].reverse()) await removeEntities(context, table, changes);
  for (const difference of links) await writeRest(sql, difference, log);
  await storeSources(context, entries, changes);
  return changes.counts;
}

async function writeEntities(
  { sql, ingestRunId, log, progress }: StepContext,
  { role, table, key, namesSource, toRow }: EntityTable,
  entries: readonly StoredEntry[],
): Promise<void> {
  const toFullRow = ({ artifact, payloadId }: StoredEntry): Row =>
    namesSource ? { ...toRow(artifact), payload_id: payloadId, ingest_run_id: ingestRunId } : toRow(artifact);
  const own = entries.filter(({ artifact }) => artifact.role === role);
  const [added, changed] = [own.filter(({ change }) => change === "new"), own.filter(({ change }) => change !== "new")];
  await bulkUpsert(sql, { table, key: [key], rows: changed.map(toFullRow) });
  await bulkInsert(sql, {
    table,
    rows: added.map(toFullRow),
    onProgress: (done, total) => progress("canonical", total + done, 2 * total),
  });
  log.add(table, { inserted: added.length, updated: changed.length });
}

/** The step that makes trace links comes later; until then none may name what is not there. */
async function removeTraceLinks({ sql, log }: StepContext, { gone }: Changes): Promise<void> {
  if (gone.length === 0) return;
  const { rows } = await sql.query(
    `WITH removed AS (DELETE FROM core.trace_link WHERE test_case_id = ANY($1::text[]) OR reference_id = ANY($1::text[]) RETURNING 1)
     SELECT count(*)::int AS n FROM removed`,
    [gone.map(({ entityId }) => entityId)],
  );
  log.add("core.trace_link", { deleted: Number(rows[0]!.n) });
}

async function removeEntities(
  { sql, log, rows }: StepContext,
  { role, table, key }: EntityTable,
  { gone }: Changes,
): Promise<void> {
  const own = gone.filter(({ entityType }) => entityType === role);
  await bulkDelete(sql, { table, key: [key], rows: own.map(({ entityId }) => ({ [key]: entityId })) });
  log.add(table, { deleted: own.length });
  // An artifact that has another role now keeps its entry, which is written over.
  const absent = own
    .filter(({ entityId }) => !rows.byId.has(entityId))
    .map(({ entityId }) => ({ entity_id: entityId }));
  await bulkDelete(sql, { table: "raw.entity_source", key: ["entity_id"], rows: absent });
  log.add("raw.entity_source", { deleted: absent.length });
}
