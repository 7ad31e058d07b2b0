import { parseObject, textOf } from "../../base/json-object.ts";
import type { SqlPort } from "../ports/ports.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";
import { openServer } from "../postgres/server.ts";
import { readManifestText } from "./manifest.ts";

export interface ServerStoreOptions {
  /** `postgres://...`, of any database of the server: snapshots get databases of their own. */
  url: string;
  /** Names of databases start with it: lower-case letters, digits, underscores. */
  prefix: string;
  /** Statements after those of pgvector's extension, once a database. */
  emptySql(): Promise<string>;
  /** Settings of each session. */
  settings: Readonly<Record<string, string | number>>;
}

/** PostgreSQL cuts names after 63 bytes; the manifest holds the whole hash. */
export function nameOf({ prefix }: ServerStoreOptions, snapshotHash: string): string {
  return `${prefix}_${snapshotHash.slice(0, 40)}`;
}

/** Manifests of the finished snapshots on a server: all, or of one database. Somebody else's databases may begin alike. */
export async function manifestsOn(options: ServerStoreOptions, name: string | null): Promise<SubstrateManifest[]> {
  return withAdmin(options, async (admin) => {
    const { rows } = await admin.query<{ name: string; manifest: string }>(
      `SELECT datname AS name, shobj_description(oid, 'pg_database') AS manifest FROM pg_database
       WHERE starts_with(datname, $1) AND NOT starts_with(datname, $2) AND datname = coalesce($3, datname)
         AND shobj_description(oid, 'pg_database') IS NOT NULL ORDER BY 1`,
      [`${options.prefix}_`, draftPrefix(options), name],
    );
    const isOurs = (row: (typeof rows)[number]): boolean =>
      row.name === nameOf(options, textOf(parseObject(row.manifest)?.snapshot_hash));
    return rows.filter(isOurs).map((row) => readManifestText(row.manifest, `database ${row.name}`));
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

export function draftPrefix({ prefix }: ServerStoreOptions): string {
  return `${prefix}_building_`;
}
