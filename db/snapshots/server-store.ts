import { withoutGraph } from "../graph/without-graph.ts";
import type { SubstrateManifest } from "../ports/substrate-manifest.ts";
import { openServer } from "../postgres/server.ts";
import { checkAgentRole, explainServerError } from "../postgres/server-checks.ts";
import { newestFirst } from "./manifest.ts";
import { beginServerDraft } from "./server-draft.ts";
import { manifestsOn, nameOf, type ServerStoreOptions } from "./server-names.ts";
import type { OpenSnapshot, SnapshotStore } from "./store.ts";

/** Sessions that one opening may use at a time. */
const CONNECTIONS = 8;

/**
 * A snapshot is a database, named by its hash, with its manifest as the database's comment: so one query on any database
 * lists them, and comment and final name come in one transaction. Finished ones are read-only by default and need no private copy.
 */
export function serverStore(options: ServerStoreOptions): SnapshotStore {
  return {
    async find(snapshotHash) {
      const found = await manifestsOn(options, nameOf(options, snapshotHash));
      return found.find((manifest) => manifest.snapshot_hash === snapshotHash) ?? null;
    },
    async list() {
      return newestFirst(await manifestsOn(options, null));
    },
    begin: (from) => beginServerDraft(options, from),
    open: (manifest) => open(options, manifest),
    explain: (error) => explainServerError(error, options.url),
  };
}

async function open(
  options: ServerStoreOptions,
  { snapshot_hash: snapshotHash }: SubstrateManifest,
): Promise<OpenSnapshot> {
  const sql = await openServer({ ...options, database: nameOf(options, snapshotHash), connections: CONNECTIONS });
  try {
    await checkAgentRole(sql);
    return { sql, graph: withoutGraph(), close: () => sql.close() };
  } catch (error) {
    await sql.close();
    throw error;
  }
}
