import type pg from "pg";
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
  const folder = new URL("./schema/", import.meta.url);
  return store.exclusively(() => migrate(store.pool, { schema: "agentfs", folder }));
}
