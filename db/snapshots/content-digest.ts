import { hashOf } from "../../base/hash.ts";
import type { Row, SqlPort } from "../ports/ports.ts";

/**
 * SHA-256 over every table of every schema but PostgreSQL's and AGE's own catalogues: a table's rows as JSON, without
 * times and durations, hashed and put in the order of their hashes. Two databases that took the same way have the same.
 */
export async function contentDigest(sql: SqlPort): Promise<{ hash: string; tables: Record<string, string> }> {
  const { rows } = await sql.query<Row & { relation: string; times: string[] }>(TABLES);
  const tables: Record<string, string> = {};
  for (const { relation, times } of rows) {
    const digest = await sql.query<{ digest: string | null }>(
      `SELECT md5(string_agg(md5, '' ORDER BY md5)) AS digest
       FROM (SELECT md5((to_jsonb(t) - $1::text[])::text) AS md5 FROM ONLY ${relation} t) d`,
      [times],
    );
    tables[relation] = digest.rows[0]!.digest ?? "empty";
  }
  return { hash: hashOf(tables), tables };
}

const TABLES = `
SELECT format('%I.%I', n.nspname, c.relname) AS relation,
       ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
             AND (a.atttypid IN ('timestamptz'::regtype, 'timestamp'::regtype) OR a.attname = 'duration_ms')) AS times
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema$|ag_catalog$)' ORDER BY 1`;
