import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import { hashOf } from "../../base/hash.ts";
import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import type { FileTable } from "./file-table.ts";
import type { FileScope } from "./in-scope.ts";
import { migrate } from "./migrate.ts";

/** Where an agent keeps its files. */
export interface StateStore {
  readonly files: FileTable;
  /** Lets go of a thread's, where they are in memory. */
  forget?(scope: FileScope): Promise<void>;
  close(): Promise<void>;
}

/** Where a run keeps its own state: checkpoints and the agent's files. */
export interface DatabaseState extends StateStore {
  readonly pool: pg.Pool;
  /** For what is short and must not wait behind what has the pool's connections: of many at once, each sent whole. */
  readonly aside: pg.Pool;
  /** Other processes may have it open as well. */
  readonly shared: boolean;
  /** Of all that have it open, one at a time does such work. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** Brings the schema of the agent's files up to date. @throws UserError `run-directory` when a newer version wrote it */
export function migrateFiles(store: Pick<DatabaseState, "pool" | "exclusively">): Promise<void> {
  return store.exclusively(() => migrate(store.pool, { schema: "agentfs", folder: SCHEMA }));
}

const SCHEMA = new URL("./schema/", import.meta.url);

/** Another one when the schema of the agent's files is. */
export async function filesSchemaHash(): Promise<string> {
  const names = (await readdir(SCHEMA)).sort(compareText);
  return hashOf(await Promise.all(names.map((name) => readFile(new URL(name, SCHEMA), "utf8"))));
}

/** Of a folder that holds no state, or can't. */
export function notOpened(folder: string, cause: unknown): UserError {
  return new UserError("environment", `The run's state cannot be opened in ${folder}.`, {
    problems: [cause instanceof Error ? cause.message : JSON.stringify(cause)],
    hint: "The folder must be writable, hold nothing but this run's state, and have some 60 MB of free disk space.",
    cause,
  });
}
