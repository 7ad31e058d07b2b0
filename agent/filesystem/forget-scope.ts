import type pg from "pg";
import type { FileScope } from "./in-scope.ts";
import type { DatabaseState } from "./state.ts";
import { inTransaction } from "./transaction.ts";

/**
 * Removes a scope's files for good. A run's state is a record and refuses that (`schema/001-agentfs.sql`): this is for a
 * store that keeps nothing, such as that of tools served to passing clients, or for a thread that its owner deletes.
 */
export async function forgetScope(store: DatabaseState, { assistantId, threadId }: FileScope): Promise<void> {
  const forget = (client: pg.PoolClient) => client.query(FORGET, [assistantId, threadId]);
  await inTransaction(store.pool, forget, "BEGIN; SET LOCAL agentfs.forget = 'on'");
}

/** In one statement, at whose end the three tables' references hold again. */
const FORGET = `
WITH blob AS (DELETE FROM agentfs.blob WHERE assistant_id = $1 AND thread_id = $2),
revision AS (DELETE FROM agentfs.revision WHERE assistant_id = $1 AND thread_id = $2)
DELETE FROM agentfs.file WHERE assistant_id = $1 AND thread_id = $2`;
