import type { Row, SqlPort } from "../ports/ports.ts";
import { storableJson } from "./json-batches.ts";

export interface BulkDelete {
  /** Schema-qualified and trusted, as are the column names: never from a corpus. */
  table: string;
  /** Columns that say which row is meant; none of them null. */
  key: readonly string[];
  rows: readonly Row[];
}

const BATCH = 5000;

/** Deletes the rows with the keys given. */
export async function bulkDelete(sql: SqlPort, { table, key, rows }: BulkDelete): Promise<void> {
  const keys = rows.map((row) => Object.fromEntries(key.map((column) => [column, row[column]])));
  const same = key.map((column) => `t.${column} = gone.${column}`).join(" AND ");
  const statement = `DELETE FROM ${table} t USING json_populate_recordset(NULL::${table}, $1::json) gone WHERE ${same}`;
  for (let start = 0; start < keys.length; start += BATCH)
    await sql.query(statement, [storableJson(keys.slice(start, start + BATCH))], { behind: true });
}
