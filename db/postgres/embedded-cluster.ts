import { randomUUID } from "node:crypto";
import { constants, cpSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { cacheDirectoryOf } from "../../base/cache-directory.ts";
import { makePrivateFolder } from "../../base/private-folder.ts";
import { writeFile } from "../../base/write-file.ts";
import { tellLostErrors } from "./lost-errors.ts";

/**
 * Opens a PGlite database; a new one begins as a copy of an empty cluster that was made once on this machine. PostgreSQL's
 * initdb takes seconds and two more instances of PGlite, and gives the same files each time.
 * @throws what PGlite throws for a folder that it cannot use
 */
export async function openCluster(given: Omit<PGliteOptions, "postgresqlconf"> & { dataDir: string }): Promise<PGlite> {
  const { dataDir } = given;
  const options = { ...given, postgresqlconf: SETTINGS };
  if (dataDir.startsWith("memory://"))
    return tellLostErrors(await PGlite.create({ ...options, loadDataDir: new Blob([await emptyCluster()]) }));
  // In memory it must be unpacked; on a disk a copy of the files takes a third of the time and 200 MB less.
  if (!(await holdsCluster(dataDir))) await copyEmptyCluster(dataDir);
  return tellLostErrors(await PGlite.create(options));
}

const SETTINGS = [
  // The default of 128 MB is touched whole at each opening; scans of the full corpus take as long with 16. What is read often, the
  // operating system has in memory as well.
  "shared_buffers = 16MB",
  // A scan that begins where another one stands would give rows in another order.
  "synchronize_seqscans = off",
  // Each opening of a snapshot copies the folder: logs kept for later would double it.
  ...["min_wal_size = 2MB", "max_wal_size = 16MB", "wal_recycle = off"],
];

/** Logs in segments of 1 MB, none kept: most databases here are small, and many are copied whole. */
const INITDB_OPTIONS = ["--wal-segsize=1", "-c", "wal_recycle=off"];

async function holdsCluster(folder: string): Promise<boolean> {
  try {
    await readFile(join(folder, "PG_VERSION"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Takes the kept folder; makes it where it is missing, and in a place of its own where the cache can't be written. */
async function copyEmptyCluster(folder: string): Promise<void> {
  const kept = keptAt("");
  if (await holdsCluster(kept)) return copy(kept, folder);
  const draft = join(tmpdir(), `scopebench-cluster-${randomUUID()}`);
  try {
    const made = await PGlite.create({ dataDir: draft, loadDataDir: new Blob([await emptyCluster()]) });
    await made.close();
    await keep(kept, (place) => copy(draft, place));
    await copy(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** `PG_VERSION` comes last: a folder that holds it is complete, even if a copy was killed. */
async function copy(from: string, to: string): Promise<void> {
  const last = join(from, "PG_VERSION");
  const mode = constants.COPYFILE_FICLONE;
  cpSync(from, to, { recursive: true, mode, filter: (path) => path !== last });
  cpSync(last, join(to, "PG_VERSION"), { mode });
}

/** A tar file's content. */
async function emptyCluster(): Promise<Buffer<ArrayBuffer>> {
  const file = keptAt(".tar");
  try {
    return await readFile(file);
  } catch {
    const made = await makeCluster();
    await keep(file, (place) => writeFile(place, made));
    return made;
  }
}

/** No database is ever made from a template, and each opening would copy their 600 files. */
const LEAN = [
  "UPDATE pg_database SET datistemplate = false",
  "DROP DATABASE template0",
  "DROP DATABASE template1",
  "CHECKPOINT",
];

async function makeCluster(): Promise<Buffer<ArrayBuffer>> {
  const database = await PGlite.create("memory://", { initDbStartParams: INITDB_OPTIONS });
  try {
    for (const statement of LEAN) await database.query(statement);
    const files = await database.dumpDataDir("none");
    return Buffer.from(await files.arrayBuffer());
  } finally {
    await database.close();
  }
}

/** In the user's cache, by version of PGlite. */
function keptAt(suffix: string): string {
  return join(cacheDirectoryOf(process.env), "clusters", `pglite-${version()}-small${suffix}`);
}

/** Under its name when complete: two threads or processes may make it at once, and either may be killed. A cache that can't be written is no fault. */
async function keep(place: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  try {
    await makePrivateFolder(dirname(place));
    await write(draft);
    await rename(draft, place);
  } catch {
    // Then it is made each time.
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

function version(): string {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return (createRequire(main)("../package.json") as { version: string }).version;
}
