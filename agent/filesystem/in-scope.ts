import type pg from "pg";
import { queryAsRole, type RoleScope } from "./as-role.ts";

/** Whose files: nothing is shared between two scopes. */
export interface FileScope {
  assistantId: string;
  threadId: string;
  /** What the thread is called in links to its files. Default: its id. */
  threadName?: string;
}

/** The role that sees nothing but a scope's files (`schema/002-scope.sql`). */
export function fileRole({ assistantId, threadId }: FileScope): RoleScope {
  return { role: "scopebench_files", settings: { "agentfs.assistant_id": assistantId, "agentfs.thread_id": threadId } };
}

export function queryInScope<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  scope: FileScope,
  query: pg.QueryConfig,
): Promise<Row[]> {
  return queryAsRole(pool, fileRole(scope), query);
}
