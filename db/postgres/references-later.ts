import type { Row, SqlPort } from "../ports/ports.ts";

type Reference = Row & { table: string; name: string; definition: string };

/**
 * Lets something write while nothing looks up what each row refers to, then checks all rows at once: one by one it takes a quarter of the
 * database's time of an ingest. Where `write` fails the references stay away: for a database that is then thrown away.
 */
export async function checkReferencesLater<T>(sql: SqlPort, write: () => Promise<T>): Promise<T> {
  const { rows } = await sql.query<Reference>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace <> coalesce(to_regnamespace('ag_catalog'), 0) ORDER BY 1, 2`,
  );
  await sql.execute(rows.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`).join("\n"));
  const written = await write();
  await sql.execute(
    rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`).join("\n"),
  );
  return written;
}
