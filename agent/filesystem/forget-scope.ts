import type { FileScope } from "./in-scope.ts";
import type { DatabaseState } from "./state.ts";

/**
 * Removes a scope's files for good. A run's state is a record and refuses that (`schema/001-agentfs.sql`): this is for a
 * store that keeps nothing, such as that of tools served to passing clients, or for a thread that its owner deletes.
 */
export async function forgetScope(store: DatabaseState, { assistantId, threadId }: FileScope): Promise<void> {
  const client = await store.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL agentfs.forget = 'on'");
    await client.query(FORGET, [assistantId, threadId]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined); // The first fault is the one to tell.
    throw error;
  } finally {
    client.release();
  }
}

/** In one statement, at whose end the three tables' references hold again. */
const FORGET = `
WITH blob AS (DELETE FROM agentfs.blob WHERE assistant_id = $1 AND thread_id = $2),
revision AS (DELETE FROM agentfs.revision WHERE assistant_id = $1 AND thread_id = $2)
DELETE FROM agentfs.file WHERE assistant_id = $1 AND thread_id = $2`;
