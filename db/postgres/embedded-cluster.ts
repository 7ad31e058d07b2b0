import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";

/**
 * Opens a PGlite database; a new one begins as a copy of an empty cluster that was made once on this machine. PostgreSQL's
 * initdb takes seconds and two more instances of PGlite, and gives the same files each time.
 * @throws what PGlite throws for a folder that it cannot use
 */
export async function openCluster(options: PGliteOptions & { dataDir: string }): Promise<PGlite> {
  if (await holdsCluster(options.dataDir)) return PGlite.create(options);
  return PGlite.create({ ...options, loadDataDir: new Blob([await emptyCluster()]) });
}

/** Logs in segments of 1 MB: most databases here are small, and many are copied whole. */
const INITDB_OPTIONS = ["--wal-segsize=1"];

async function holdsCluster(folder: string): Promise<boolean> {
  if (folder.startsWith("memory://")) return false;
  try {
    await readFile(join(folder, "PG_VERSION"));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** A tar file's content. Kept in the user's cache, by version of PGlite; where that can't be written, made each time. */
async function emptyCluster(): Promise<Buffer<ArrayBuffer>> {
  const file = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "scopebench", `pglite-${version()}.tar`);
  try {
    return await readFile(file);
  } catch {
    const made = await makeCluster();
    await keep(file, made).catch(() => undefined);
    return made;
  }
}

async function makeCluster(): Promise<Buffer<ArrayBuffer>> {
  const database = await PGlite.create("memory://", { initDbStartParams: INITDB_OPTIONS });
  try {
    await database.exec("CHECKPOINT");
    const files = await database.dumpDataDir("none");
    return Buffer.from(await files.arrayBuffer());
  } finally {
    await database.close();
  }
}

/** Under its name when complete: two threads or processes may make it at once, and either may be killed. */
async function keep(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(draft, content);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

function version(): string {
  const main = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return (createRequire(main)("../package.json") as { version: string }).version;
}
