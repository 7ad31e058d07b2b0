import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { copyFolder } from "../../base/copy-folder.ts";
import { startThread } from "../../base/threads/start-thread.ts";
import { UserError } from "../../base/user-error.ts";
import { writeFile } from "../../base/write-file.ts";
import { AGE_SESSION_SQL, ageGraph } from "../graph/age.ts";
import type { SqlPort } from "../ports/ports.ts";
import { openPglite } from "../postgres/pglite.ts";
import { copyEmptyDatabase } from "./empty-database.ts";
import {
  asEnvironmentError,
  makeScratch,
  publishFolder,
  readManifest,
  removeFolder,
  SNAPSHOT_PATHS,
  snapshotsFolder,
} from "./folder-files.ts";
import { takeLease } from "./leases.ts";
import { newestFirst } from "./manifest.ts";
import type { OpenSnapshot, SnapshotDraft, SnapshotStore } from "./store.ts";

export interface FolderStoreOptions {
  cacheDirectory: string;
  /** Statements after those of pgvector's and AGE's extensions, once a database. */
  emptySql(): Promise<string>;
  /** Settings of each session. */
  settings: Readonly<Record<string, string | number>>;
}

/**
 * The embedded stack: a snapshot is a folder with a PGlite database, opened on a private copy because PGlite locks
 * nothing. It gets its name by a rename, so a killed build leaves only scratch.
 */
export function folderStore(options: FolderStoreOptions): SnapshotStore {
  const folderOf = (snapshotHash: string): string => join(snapshotsFolder(options.cacheDirectory), snapshotHash);
  return {
    find: (snapshotHash) => readManifest(folderOf(snapshotHash)),
    async list() {
      const names = await readdir(snapshotsFolder(options.cacheDirectory)).catch(noneWhenAbsent);
      const manifests = await Promise.all(names.map((name) => readManifest(folderOf(name))));
      return newestFirst(manifests.filter((manifest) => manifest !== null));
    },
    async ready() {
      const thread = startThread(new URL("./empty-database.ts", import.meta.url), await options.emptySql());
      thread.on("error", () => undefined); // Whoever begins a draft makes it then, and hears of what is wrong.
      // `once` of node:events would be rejected by an error, where nobody may be waiting yet.
      const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
      return () => ended;
    },
    begin: (from) => inScratch(options, (scratch) => begin(scratch, { from, folderOf, options })),
    open: ({ snapshot_hash: snapshotHash }) =>
      inScratch(options, (scratch) => open(scratch, folderOf(snapshotHash), options)),
    explain: (error) => asEnvironmentError(error, options.cacheDirectory),
  };
}

function noneWhenAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

async function inScratch<T>({ cacheDirectory }: FolderStoreOptions, use: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await makeScratch(cacheDirectory);
  try {
    return await use(scratch);
  } catch (error) {
    await removeFolder(scratch);
    throw error;
  }
}

interface Beginning {
  from: string | null;
  folderOf(snapshotHash: string): string;
  options: FolderStoreOptions;
}

async function begin(scratch: string, { from, folderOf, options }: Beginning): Promise<SnapshotDraft> {
  if (from !== null) await copyDatabase(folderOf(from), scratch);
  else await copyEmptyDatabase(join(scratch, SNAPSHOT_PATHS.database), await options.emptySql());
  const sql = await openDatabase(scratch, { ...options, immutable: false });
  return {
    from,
    sql,
    graph: ageGraph(sql),
    async publish(manifest) {
      await sql.execute("CHECKPOINT");
      await sql.close();
      await writeFile(join(scratch, SNAPSHOT_PATHS.manifest), `${JSON.stringify(manifest, null, 2)}\n`);
      const { cacheDirectory } = options;
      return (await publishFolder(scratch, { cacheDirectory, snapshotHash: manifest.snapshot_hash })) ?? manifest;
    },
    discard: () => closeAndRemove(sql, scratch),
  };
}

async function open(scratch: string, folder: string, options: FolderStoreOptions): Promise<OpenSnapshot> {
  await takeLease(options.cacheDirectory, basename(folder));
  await copyDatabase(folder, scratch);
  const sql = await openCopy(scratch, folder, options);
  return { sql, graph: ageGraph(sql), close: () => closeAndRemove(sql, scratch) };
}

async function openCopy(scratch: string, folder: string, options: FolderStoreOptions): Promise<SqlPort> {
  try {
    return await openDatabase(scratch, { ...options, immutable: true });
  } catch (error) {
    const known = asEnvironmentError(error, options.cacheDirectory);
    if (known instanceof UserError) throw known;
    throw new UserError("substrate", `${folder}: the snapshot's database does not open: ${(error as Error).message}`, {
      hint: "delete the folder; the next run builds it again",
      cause: error,
    });
  }
}

function copyDatabase(folder: string, scratch: string): Promise<void> {
  return copyFolder(join(folder, SNAPSHOT_PATHS.database), join(scratch, SNAPSHOT_PATHS.database));
}

function openDatabase(
  scratch: string,
  { settings, immutable }: FolderStoreOptions & { immutable: boolean },
): Promise<SqlPort> {
  const sets = Object.entries(settings).map(([name, value]) => `SET ${name} = ${value};`);
  const sessionSql = [AGE_SESSION_SQL, ...sets].join(" ");
  return openPglite({ folder: join(scratch, SNAPSHOT_PATHS.database), sessionSql, immutable });
}

async function closeAndRemove(sql: SqlPort, scratch: string): Promise<void> {
  try {
    await sql.close();
  } finally {
    await removeFolder(scratch);
  }
}
