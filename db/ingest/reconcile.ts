import type { Row, SqlPort } from "../ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { storable } from "../postgres/json-batches.ts";
import type { WriteLog } from "./write-log.ts";

/** A table's content as the corpus decides it. Of rows with one key the first counts. */
export interface WantedTable {
  table: string;
  key: readonly string[];
  /** Columns besides the key. A row that differs in one is written again. */
  values: readonly string[];
  rows: readonly Row[];
  /** Set on every row that is written, compared with nothing: the run. */
  stamp?: Row;
}

/** What stands between a table and what it should hold. */
export interface TableDifference {
  wanted: WantedTable;
  gone: readonly Row[];
  added: readonly Row[];
  changed: readonly Row[];
}

/** Compares a table with what it should hold. Rows are equal when all compared columns are, as JSON. */
export async function differenceOf(sql: SqlPort, wanted: WantedTable): Promise<TableDifference> {
  const { table, key, values } = wanted;
  const columns = [...key, ...values];
  const { rows } = await sql.query(`SELECT ${columns.join(", ")} FROM ${table}`);
  const existing = new Map(rows.map((row) => [textOf(row, key), row]));
  const keys = new Set<string>();
  const added: Row[] = [];
  const changed: Row[] = [];
  for (const row of wanted.rows) {
    const text = textOf(row, key);
    if (keys.has(text)) continue;
    keys.add(text);
    const found = existing.get(text);
    if (!found) added.push(row);
    else if (textOf(found, values) !== textOf(row, values)) changed.push(row);
  }
  const gone = rows.filter((row) => !keys.has(textOf(row, key)));
  return { wanted, gone, added, changed };
}

/** Brings a table to what it should hold by writing the rows that differ, and no others. */
export async function reconcile(sql: SqlPort, wanted: WantedTable, log: WriteLog): Promise<void> {
  const difference = await differenceOf(sql, wanted);
  await removeGone(sql, difference, log);
  await writeRest(sql, difference, log);
}

export async function removeGone(sql: SqlPort, { wanted, gone }: TableDifference, log: WriteLog): Promise<void> {
  await bulkDelete(sql, { table: wanted.table, key: wanted.key, rows: gone });
  log.add(wanted.table, { deleted: gone.length });
}

export async function writeRest(
  sql: SqlPort,
  { wanted, added, changed }: TableDifference,
  log: WriteLog,
): Promise<void> {
  const { table, key, stamp } = wanted;
  const stamped = (rows: readonly Row[]) => rows.map((row) => ({ ...row, ...stamp }));
  await bulkUpsert(sql, { table, key, rows: stamped(changed) });
  await bulkInsert(sql, { table, rows: stamped(added), batch: BATCH });
  log.add(table, { inserted: added.length, updated: changed.length });
}

const BATCH = 5000;

/** Columns as one comparable text, as the database would hold them. */
function textOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(
    columns.map((column) => row[column] ?? null),
    storable,
  );
}
