import type { SqlPort } from "../ports/ports.ts";

/** `GraphPort.quiet` of a database in PostgreSQL. */
export async function quiet(sql: SqlPort, ms: number): Promise<void> {
  await sql.query("SELECT pg_sleep($1::float8)", [ms / 1000]);
}
