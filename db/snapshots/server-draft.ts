import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutGraph } from "../graph/without-graph.ts";
import { QueryFailed, type SqlPort } from "../ports/ports.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";
import { openServer } from "../postgres/server.ts";
import { checkServer, literal } from "../postgres/server-checks.ts";
import { draftPrefix, manifestsOn, nameOf, type ServerStoreOptions } from "./server-names.ts";
import type { SnapshotDraft } from "./store.ts";

/** The draft's administrative session bears the draft's name: a draft without such a session is abandoned. */
export async function beginServerDraft(options: ServerStoreOptions, from: string | null): Promise<SnapshotDraft> {
  const name = draftPrefix(options) + randomBytes(6).toString("hex");
  const admin = await openServer({ url: options.url, connections: 1, settings: { application_name: name } });
  try {
    await checkServer(admin, options.url);
    await removeStaleDrafts(admin, options);
    const copied = from !== null && (await copyDatabase(admin, name, nameOf(options, from)));
    if (!copied) await admin.execute(`CREATE DATABASE ${name} TEMPLATE template0 ${await localeSql(admin)}`);
    await admin.execute(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    return await openDraft({ options, admin, name, from: copied ? from : null });
  } catch (error) {
    await drop(admin, name);
    throw error;
  }
}

async function removeStaleDrafts(admin: SqlPort, options: ServerStoreOptions): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database d WHERE starts_with(datname, $1) AND pg_has_role(datdba, 'MEMBER')
     AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.application_name = d.datname) ORDER BY 1`,
    [draftPrefix(options)],
  );
  for (const { name } of rows) await admin.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

const IN_USE = "55006";
const DUPLICATE_DATABASE = "42P04";

/** False where the original is in use: PostgreSQL copies a database only without connections to it. */
async function copyDatabase(admin: SqlPort, name: string, template: string): Promise<boolean> {
  try {
    await admin.execute(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    return true;
  } catch (error) {
    if (error instanceof QueryFailed && error.sqlState === IN_USE) return false;
    throw error;
  }
}

/** Sorting and case by code point, as in the embedded PostgreSQL: the same queries give the same order on both. */
async function localeSql(admin: SqlPort): Promise<string> {
  const { rows } = await admin.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::integer AS version",
  );
  return rows[0]!.version >= 170_000
    ? "ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"
    : "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'";
}

interface Draft {
  options: ServerStoreOptions;
  admin: SqlPort;
  name: string;
  from: string | null;
}

async function openDraft({ options, admin, name, from }: Draft): Promise<SnapshotDraft> {
  // Nobody waits for the disk before the draft has its name, whose commit comes after all of these in the log.
  const settings = { ...options.settings, synchronous_commit: "off" };
  const session = () => openServer({ ...options, settings, database: name, connections: 1 });
  const sql = await session();
  if (from === null) await sql.execute(`CREATE EXTENSION vector; ${await options.emptySql()}`);
  return {
    from,
    sql,
    aside: session,
    graph: withoutGraph(),
    async publish(manifest) {
      await sql.close();
      return publish({ options, admin, name, from }, manifest);
    },
    async discard() {
      await sql.close();
      await drop(admin, name);
    },
  };
}

/** Closes the administrative session as well. */
async function drop(admin: SqlPort, name: string): Promise<void> {
  try {
    await admin.execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await admin.close();
  }
}

/** The rename fails where another process has just published the same snapshot: then theirs is as good. */
async function publish({ options, admin, name }: Draft, manifest: SubstrateManifest): Promise<SubstrateManifest> {
  const final = nameOf(options, manifest.snapshot_hash);
  try {
    await whenUnused(() =>
      admin.execute(`
        COMMENT ON DATABASE ${name} IS ${literal(JSON.stringify(manifest))};
        ALTER DATABASE ${name} SET default_transaction_read_only = on;
        ALTER DATABASE ${name} RENAME TO ${final};`),
    );
    return manifest;
  } catch (error) {
    const published = isState(error, DUPLICATE_DATABASE) ? await manifestsOn(options, final) : [];
    if (published[0]) return published[0];
    throw error;
  }
}

/** A session that has said goodbye is there for some milliseconds more. */
async function whenUnused(action: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (!isState(error, IN_USE) || attempt === 50) throw error;
      await sleep(100);
    }
  }
}

function isState(error: unknown, sqlState: string): boolean {
  return error instanceof QueryFailed && error.sqlState === sqlState;
}
