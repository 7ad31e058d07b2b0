import type { PGlite } from "@electric-sql/pglite";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { openCluster } from "../../db/postgres/embedded-cluster.ts";
import { pgliteModule } from "../../db/postgres/pglite-module.ts";
import { makePglitePool } from "./pglite-pool.ts";
import { SqlFiles } from "./sql-files.ts";
import { type DatabaseState, migrateFiles, notOpened } from "./state.ts";
import { openStateServer } from "./state-server.ts";

/** A folder or `memory://`; the address of a PostgreSQL database for a state that several processes share. */
export type StateLocation = string | { url: string };

/**
 * Opens the state store and brings its `agentfs` schema up to date; safe to repeat. A run's is embedded wherever the substrate lies:
 * it belongs to its run directory, and no outage reaches it. Threads of people may lie on a server, by its address.
 * @param location a folder, made when absent, or `memory://`, gone on close
 * @throws UserError `environment` when it cannot be opened, `run-directory` when a newer version wrote it
 */
export async function openStateStore(location: StateLocation): Promise<DatabaseState> {
  const store = await (typeof location === "string" ? openEmbedded(location) : openStateServer(location.url));
  try {
    await migrateFiles(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openEmbedded(folder: string): Promise<DatabaseState> {
  const lite = await openPglite(folder);
  const pool = makePglitePool(lite);
  return {
    pool,
    aside: pool,
    files: new SqlFiles(pool),
    shared: false,
    exclusively: (work) => work(),
    async close() {
      await pool.end();
      await lite.close();
    },
  };
}

async function openPglite(folder: string): Promise<PGlite> {
  try {
    if (!folder.startsWith("memory://")) await makePrivateFolder(folder);
    // Relaxed: a commit is in the operating system's hands, not yet on the disk. A killed process loses only what was
    // in flight; a power cut may lose the last commits.
    return await openCluster({
      dataDir: folder,
      relaxedDurability: true,
      pgliteWasmModule: await pgliteModule(),
    });
  } catch (cause) {
    throw notOpened(folder, cause);
  }
}
