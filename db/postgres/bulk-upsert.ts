import type { Row, SqlPort } from "../ports.ts";
import { jsonBatches } from "./json-batches.ts";

export interface BulkUpsert {
  /** Schema-qualified and trusted, as are the column names: never from a corpus. */
  table: string;
  /** Columns of the primary key. */
  key: readonly string[];
  /** Column -> value; all rows have the columns of the first, and every key once. */
  rows: readonly Row[];
}

const BATCH = 1000;

/** Writes rows over those with the same key. */
export async function bulkUpsert(sql: SqlPort, { table, key, rows }: BulkUpsert): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const others = columns.filter((column) => !key.includes(column));
  const statement = `INSERT INTO ${table} (${columns.join(", ")})
    SELECT ${columns.join(", ")} FROM json_populate_recordset(NULL::${table}, $1::json)
    ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  for (const { json } of jsonBatches(rows, BATCH)) await sql.query(statement, [json]);
}
