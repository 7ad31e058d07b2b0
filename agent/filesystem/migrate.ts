import { readdir, readFile } from "node:fs/promises";
import pg from "pg";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Brings a schema up to date by the numbered SQL files of a folder; safe to repeat, all or nothing.
 * @throws UserError `run-directory` when a newer version wrote it, `environment` where the login may not
 */
export async function migrate(pool: pg.Pool, { schema, folder }: { schema: string; folder: URL }): Promise<void> {
  const table = `${pg.escapeIdentifier(schema)}.migration`;
  await inTransaction(pool, async (client) => {
    await client.query(
      `CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}; CREATE TABLE IF NOT EXISTS ${table} (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
    const known = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort(compareText);
    for (const name of missing(
      rows.map((row) => row.name),
      known,
    )) {
      await client.query(await readFile(new URL(name, folder), "utf8"));
      await client.query(`INSERT INTO ${table} (name) VALUES ($1)`, [name]);
    }
  }).catch((error) => {
    throw (error as { code?: string }).code === NOT_ALLOWED ? notAllowed(error as Error) : error;
  });
}

const NOT_ALLOWED = "42501";

/** An ordinary login suffices, where it may do this much. */
function notAllowed(cause: Error): UserError {
  return new UserError("environment", "The state's server refuses to make the tables.", {
    problems: [cause.message],
    hint: `expected a login that may make schemas in its database and has been given the two roles that are used (or may make roles, where these are not there yet: CREATEROLE). By a superuser, or by who made them: CREATE ROLE scopebench_files; CREATE ROLE scopebench_assistant; GRANT scopebench_files, scopebench_assistant TO <login>`,
    cause,
  });
}

function missing(applied: readonly string[], known: readonly string[]): string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UserError("run-directory", `The state was written by a newer version: it has ${unknown.join(", ")}.`, {
      hint: "Use the version of scopebench that made this run.",
    });
  return known.filter((name) => !applied.includes(name));
}
