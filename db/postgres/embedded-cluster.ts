import { readFile } from "node:fs/promises";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { extract } from "tar";
import { makeFolder } from "../../base/make-folder.ts";
import { withoutTiers } from "../../base/without-tiers.ts";
import { writeFile } from "../../base/write-file.ts";
import { copyKept, holdsCluster, keep, keptAt } from "./kept-clusters.ts";
import { tellLostErrors } from "./lost-errors.ts";

interface ClusterOptions extends Omit<PGliteOptions, "postgresqlconf"> {
  dataDir: string;
  /**
   * PostgreSQL's own memory for pages. The default of 128 MB is touched whole at each opening. A table larger than a quarter of it is read
   * from its files at each scan, through JavaScript.
   */
  bufferMb?: number;
}

/**
 * Opens a PGlite database; a new one begins as a copy of an empty cluster that was made once on this machine. PostgreSQL's
 * initdb takes seconds and two more instances of PGlite, and gives the same files each time.
 * @throws what PGlite throws for a folder that it cannot use
 */
export async function openCluster({ bufferMb = 16, ...given }: ClusterOptions): Promise<PGlite> {
  const { dataDir } = given;
  const options = { ...given, postgresqlconf: [...SETTINGS, `shared_buffers = ${bufferMb}MB`] };
  if (dataDir.startsWith("memory://")) return open({ ...options, loadDataDir: new Blob([await emptyCluster()]) });
  // In memory it must be unpacked; on a disk a copy of the files takes a third of the time and 200 MB less.
  if (!(await holdsCluster(dataDir))) await copyKept(dataDir, "", unpackCluster);
  return open(options);
}

async function open(options: PGliteOptions): Promise<PGlite> {
  const database = new ThriftyPGlite(options);
  await database.waitReady;
  return tellLostErrors(database);
}

class ThriftyPGlite extends PGlite {
  /** The first statement of its own when the database has started: the grammar is called before it, with nothing to read. */
  override async _initArrayTypes(options?: { force?: boolean }): Promise<void> {
    await withoutTiers(() => this.exec(";"));
    return super._initArrayTypes(options);
  }
}

const SETTINGS = [
  // A scan that begins where another one stands would give rows in another order.
  "synchronize_seqscans = off",
  // Each opening of a snapshot copies the folder: logs kept for later would double it.
  ...["min_wal_size = 2MB", "max_wal_size = 16MB", "wal_recycle = off"],
];

/** Logs in segments of 1 MB, none kept: most databases here are small, and many are copied whole. Of 128 MB of buffers initdb would touch all, twice. */
const INITDB_OPTIONS = ["--wal-segsize=1", "-c", "wal_recycle=off", "-c", "shared_buffers=16MB"];

async function unpackCluster(folder: string): Promise<void> {
  await makeFolder(folder);
  extract({ cwd: folder, sync: true }).end(await emptyCluster());
}

/** A tar file's content. */
async function emptyCluster(): Promise<Buffer<ArrayBuffer>> {
  const file = keptAt(".tar");
  try {
    return await readFile(file);
  } catch {
    const made = await withoutTiers(makeCluster);
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
