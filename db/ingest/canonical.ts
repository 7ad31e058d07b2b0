import { grouped } from "../../base/grouped.ts";
import type { Row } from "../ports/ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { type ChangeCounts, type Changes, detectChanges } from "./changes.ts";
import type { StepContext } from "./context.ts";
import { containment, type EntityTable, entityTables } from "./entity-tables.ts";
import { procedureLinks } from "./procedures.ts";
import {
  nextNumber,
  type StoredEntry,
  storeGone,
  storeLinkKinds,
  storeLinks,
  storePayloads,
  storeSources,
} from "./raw.ts";
import { reconcile } from "./reconcile.ts";

/**
 * Step 1: payloads and links to raw, one row an entity to canon, proc and kb, containment and coverage. Writes what
 * differs from what the database holds. Links between entities come when these are there, and go before these go.
 */
export async function ingestCanonical(context: StepContext): Promise<ChangeCounts> {
  const { sql, rows, log } = context;
  const tables = entityTables(rows);
  const changes = await storeEntities(context, tables);
  await storeLinks(context);
  await storeLinkKinds(context);
  for (const links of [...containment(context), ...procedureLinks(context)])
    await reconcile(
      sql,
      { ...links, rows: [...grouped(links.rows, (row) => row[links.key[0]!]).values()].flat() },
      log,
    );
  await removeTraceLinks(context, changes);
  for (const table of [...tables].reverse()) await removeEntities(context, table, changes);
  return changes.counts;
}

/** Payloads and canonical rows, some artifacts at a time. Messages name their protocols and wait for them; there are few. */
async function storeEntities(context: StepContext, tables: readonly EntityTable[]): Promise<Changes> {
  const { sql, rows, progress } = context;
  const messages: StoredEntry[] = [];
  let nextPayload = await nextNumber(sql, "raw.payload", "payload_id");
  let done = 0;
  const changes = await detectChanges(sql, rows, async (entries) => {
    const stored = entries.map((entry): StoredEntry => ({ ...entry, payloadId: entry.payloadId ?? nextPayload++ }));
    await storePayloads(
      context,
      stored.filter((_entry, at) => entries[at]!.payloadId === null),
    );
    const isLate = ({ artifact }: StoredEntry) => artifact.role === "message";
    messages.push(...stored.filter(isLate));
    for (const table of tables)
      await writeEntities(
        context,
        table,
        stored.filter((entry) => !isLate(entry)),
      );
    await storeSources(context, stored);
    done += entries.length;
    progress("canonical", done, rows.byId.size);
  });
  for (const table of tables) await writeEntities(context, table, messages);
  await storeGone(context, changes);
  return changes;
}

async function writeEntities(
  { sql, ingestRunId, log }: StepContext,
  { role, table, key, namesSource, toRow }: EntityTable,
  entries: readonly StoredEntry[],
): Promise<void> {
  const toFullRow = ({ artifact, contentHash, payloadId }: StoredEntry): Row => ({
    ...toRow(artifact, contentHash),
    ...(namesSource ? { payload_id: payloadId, ingest_run_id: ingestRunId } : {}),
  });
  const own = entries.filter(({ artifact }) => artifact.role === role);
  const [added, changed] = [own.filter(({ change }) => change === "new"), own.filter(({ change }) => change !== "new")];
  await bulkUpsert(sql, { table, key: [key], rows: changed.map(toFullRow) });
  await bulkInsert(sql, { table, rows: added.map(toFullRow) });
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
