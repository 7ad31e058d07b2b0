import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { withoutGraph } from "../graph/without-graph.ts";
import { QueryFailed, type SqlPort, type SubstrateManifest } from "../ports.ts";
import { openServer } from "../postgres/server.ts";
import { checkAgentRole, checkServer, explainServerError, literal } from "../postgres/server-checks.ts";
import { checkedManifest, newestFirst } from "./manifest.ts";
import type { OpenSnapshot, SnapshotDraft, SnapshotStore } from "./store.ts";

export interface ServerStoreOptions {
  /** `postgres://...`, of any database of the server: snapshots get databases of their own. */
  url: string;
  /** Names of databases start with it: lower-case letters, digits, underscores. */
  prefix: string;
  /** Statements after pgvector's, once a database. */
  extensionSql: string;
  /** Settings of each session. */
  settings: Readonly<Record<string, string | number>>;
}

/** Sessions that one opening may use at a time. */
const CONNECTIONS = 8;

/**
 * A snapshot is a database, named by its hash, with its manifest as the database's comment: so one query on any database
 * lists them, and comment and final name come in one transaction. Finished ones are read-only by default and need no private copy.
 */
export function serverStore(options: ServerStoreOptions): SnapshotStore {
  return {
    async find(snapshotHash) {
      const found = await manifests(options, nameOf(options, snapshotHash));
      return found.find((manifest) => manifest.snapshotHash === snapshotHash) ?? null;
    },
    async list() {
      return newestFirst(await manifests(options, null));
    },
    begin: (from) => begin(options, from),
    open: (manifest) => open(options, manifest),
    explain: (error) => explainServerError(error, options.url),
  };
}

/** PostgreSQL cuts names after 63 bytes; the manifest holds the whole hash. */
function nameOf({ prefix }: ServerStoreOptions, snapshotHash: string): string {
  return `${prefix}_${snapshotHash.slice(0, 40)}`;
}

async function manifests(options: ServerStoreOptions, name: string | null): Promise<SubstrateManifest[]> {
  return withAdmin(options, async (admin) => {
    const { rows } = await admin.query<{ name: string; manifest: string }>(
      `SELECT datname AS name, shobj_description(oid, 'pg_database') AS manifest FROM pg_database
       WHERE starts_with(datname, $1) AND NOT starts_with(datname, $2) AND datname = coalesce($3, datname)
         AND shobj_description(oid, 'pg_database') IS NOT NULL ORDER BY 1`,
      [`${options.prefix}_`, draftPrefix(options), name],
    );
    return rows.map((row) => checkedManifest(JSON.parse(row.manifest), `database ${row.name}`));
  });
}

async function withAdmin<T>({ url }: ServerStoreOptions, use: (admin: SqlPort) => Promise<T>): Promise<T> {
  const admin = await openServer({ url, connections: 1 });
  try {
    return await use(admin);
  } finally {
    await admin.close();
  }
}

function draftPrefix({ prefix }: ServerStoreOptions): string {
  return `${prefix}_building_`;
}

/** The draft's administrative session bears the draft's name: a draft without such a session belongs to nobody. */
async function begin(options: ServerStoreOptions, from: string | null): Promise<SnapshotDraft> {
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

/** False where the original is in use: PostgreSQL copies only what nobody is connected to. */
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
  const sql = await openServer({ ...options, database: name, connections: 1 });
  if (from === null) await sql.execute(`CREATE EXTENSION vector; ${options.extensionSql}`);
  return {
    from,
    sql,
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
  const final = nameOf(options, manifest.snapshotHash);
  try {
    await whenUnused(() =>
      admin.execute(`
        COMMENT ON DATABASE ${name} IS ${literal(JSON.stringify(manifest))};
        ALTER DATABASE ${name} SET default_transaction_read_only = on;
        ALTER DATABASE ${name} RENAME TO ${final};`),
    );
    return manifest;
  } catch (error) {
    const published = isState(error, DUPLICATE_DATABASE) ? await manifests(options, final) : [];
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

async function open(options: ServerStoreOptions, { snapshotHash }: SubstrateManifest): Promise<OpenSnapshot> {
  const sql = await openServer({ ...options, database: nameOf(options, snapshotHash), connections: CONNECTIONS });
  try {
    await checkAgentRole(sql);
    return { sql, graph: withoutGraph(), close: () => sql.close() };
  } catch (error) {
    await sql.close();
    throw error;
  }
}
