import type { Row, SqlPort } from "../ports/ports.ts";
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
  for (const { json, columns } of jsonBatches(rows, BATCH)) {
    const names = columns.join(", ");
    const others = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
    await sql.query(
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)
       ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${others.join(", ")}`,
      [json],
      { behind: true },
    );
  }
}
