import { mkdir, readdir, readFile } from "node:fs/promises";
import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import { compareText } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import { openCluster } from "../../db/postgres/embedded-cluster.ts";
import { pgliteModule } from "../../db/postgres/pglite-module.ts";
import { makePglitePool } from "./pglite-pool.ts";

/** Where a run keeps its own state: checkpoints and the agent's files. */
export interface StateStore {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the state store and brings its `agentfs` schema up to date; safe to repeat. It is embedded wherever the substrate lies:
 * it belongs to its run directory, and no outage reaches it.
 * @param location a folder, made when absent, or `memory://`, gone on close
 * @throws UserError `environment` when it cannot be opened, `run-directory` when a newer version wrote it
 */
export async function openStateStore(location: string): Promise<StateStore> {
  const store = await openEmbedded(location);
  try {
    await migrate(store.pool);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openEmbedded(folder: string): Promise<StateStore> {
  const lite = await openPglite(folder);
  const pool = makePglitePool(lite);
  return {
    pool,
    async close() {
      await pool.end();
      await lite.close();
    },
  };
}

/**
 * PGlite's default is 160 MB, which fill up with what is written once and read back once; the operating system has those
 * files in memory as well.
 */
const SMALL_MEMORY = ["shared_buffers = 16MB"];

async function openPglite(folder: string): Promise<PGlite> {
  try {
    if (!folder.startsWith("memory://")) await mkdir(folder, { recursive: true });
    // Relaxed: a commit is in the operating system's hands, not yet on the disk. A killed process loses only what was
    // in flight; a power cut may lose the last commits.
    return await openCluster({
      dataDir: folder,
      relaxedDurability: true,
      postgresqlconf: SMALL_MEMORY,
      pgliteWasmModule: await pgliteModule(),
    });
  } catch (cause) {
    throw new UserError("environment", `The run's state cannot be opened in ${folder}.`, {
      problems: [cause instanceof Error ? cause.message : JSON.stringify(cause)],
      hint: "The folder must be writable, hold nothing but this run's state, and have some 60 MB of free disk space.",
      cause,
    });
  }
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      "CREATE SCHEMA IF NOT EXISTS agentfs; CREATE TABLE IF NOT EXISTS agentfs.migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string }>("SELECT name FROM agentfs.migration");
    await applyMissing(
      client,
      rows.map((row) => row.name),
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function applyMissing(client: pg.PoolClient, applied: readonly string[]): Promise<void> {
  const folder = new URL("./schema/", import.meta.url);
  const known = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort(compareText);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UserError("run-directory", `The state was written by a newer version: it has ${unknown.join(", ")}.`, {
      hint: "Use the version of scopebench that made this run.",
    });
  for (const name of known) {
    if (applied.includes(name)) continue;
    await client.query(await readFile(new URL(name, folder), "utf8"));
    await client.query("INSERT INTO agentfs.migration (name) VALUES ($1)", [name]);
  }
}
