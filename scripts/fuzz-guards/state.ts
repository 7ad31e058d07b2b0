import { hashOf } from "../../base/hash.ts";
import type { Row, SqlPort } from "../../db/ports/ports.ts";

/**
 * A hash over all that a write could change: every row of every table outside the system's own, the sequences, the large objects,
 * and of the catalog the names, owners, rights and settings of relations, functions, schemas, roles and languages.
 */
export async function stateOf(sql: SqlPort): Promise<string> {
  const { rows } = await sql.query<Row & { name: string; kind: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'S', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND n.nspname NOT LIKE 'pg_temp%' ORDER BY 1`,
  );
  const digests: unknown[] = [];
  for (const { name, kind } of rows)
    digests.push(await digestOf(sql, `SELECT ${kind === "S" ? "last_value" : "t"}::text AS row FROM ${name} t`));
  for (const query of CATALOG) digests.push(await digestOf(sql, query));
  return hashOf([rows, digests]);
}

const CATALOG = [
  "SELECT (oid, relname, relnamespace, relowner, relacl, relkind, relnatts, reloptions)::text AS row FROM pg_class WHERE relpersistence <> 't'",
  "SELECT (oid, proname, prosrc, proowner, proacl)::text AS row FROM pg_proc",
  "SELECT (oid, nspname, nspowner, nspacl)::text AS row FROM pg_namespace WHERE nspname NOT LIKE 'pg_temp%' AND nspname NOT LIKE 'pg_toast_temp%'",
  "SELECT (rolname, rolsuper, rolcanlogin)::text AS row FROM pg_roles",
  "SELECT (lanname, lanacl)::text AS row FROM pg_language",
  "SELECT (extname, extversion)::text AS row FROM pg_extension",
  "SELECT (setdatabase, setrole, setconfig)::text AS row FROM pg_db_role_setting WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))",
  "SELECT (loid, pageno, data)::text AS row FROM pg_largeobject",
  "SELECT (objoid, description)::text AS row FROM pg_description WHERE objoid > 16384",
];

async function digestOf(sql: SqlPort, query: string): Promise<unknown> {
  const { rows } = await sql.query(
    `SELECT count(*) AS n, md5(coalesce(string_agg(md5(row), '' ORDER BY md5(row)), '')) AS digest FROM (${query}) s`,
  );
  return rows[0];
}
