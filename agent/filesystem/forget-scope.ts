import type { FileScope } from "./in-scope.ts";
import type { DatabaseState } from "./state.ts";

/**
 * Removes a scope's files for good. A run's state is a record and refuses that (`schema/001-agentfs.sql`): this is for a
 * store that is none, such as that of tools served to clients who come and go.
 */
export async function forgetScope(store: DatabaseState, { assistantId, threadId }: FileScope): Promise<void> {
  const client = await store.pool.connect();
  try {
    // Without triggers, those of the foreign keys among them: all three tables lose the same scope.
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    for (const table of ["blob", "revision", "file"])
      await client.query(`DELETE FROM agentfs.${table} WHERE assistant_id = $1 AND thread_id = $2`, [
        assistantId,
        threadId,
      ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined); // The first fault is the one to tell.
    throw error;
  } finally {
    client.release();
  }
}
