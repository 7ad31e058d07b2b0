import type pg from "pg";
import { migrate } from "./migrate.ts";

/** Where a run keeps its own state: checkpoints and the agent's files. */
export interface StateStore {
  readonly pool: pg.Pool;
  /** Other processes may have it open as well. */
  readonly shared: boolean;
  /** Of all that have it open, one at a time does such work. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Brings the schema of the agent's files up to date. @throws UserError `run-directory` when a newer version wrote it */
export function migrateFiles(store: StateStore): Promise<void> {
  const folder = new URL("./schema/", import.meta.url);
  return store.exclusively(() => migrate(store.pool, { schema: "agentfs", folder }));
}
