import type pg from "pg";
import { inTransaction } from "../../agent/filesystem/transaction.ts";

/** At most so many threads in a transaction. */
const AT_ONCE = 100;

/** Deletes threads that nobody has asked on, decided on or written to for so many days, none that is at work. Gives how many. */
export async function deleteUnused(pool: pg.Pool, days: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    // Held first: a run begins under the same lock, and is seen by the statement after it.
    const { rows } = await client.query<{ key: string }>(HOLD_UNUSED, [days, AT_ONCE]);
    const { rowCount } = await client.query(DELETE_HELD, [rows.map(({ key }) => key)]);
    return rowCount ?? 0;
  });
}

/** Erases what is left of deleted threads, each by its key; one that fails is tried again the next time. */
export async function eraseLeft(pool: pg.Pool, erase: (key: string) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ key: string }>("SELECT key FROM assistant.erasing ORDER BY key");
  for (const { key } of rows) await erase(key);
}

const HOLD_UNUSED = `SELECT key FROM assistant.thread t
WHERE updated_at < now() - $1 * interval '1 day' AND status <> 'busy' AND NOT EXISTS (
  SELECT FROM assistant.document d WHERE d.tenant = t.tenant AND d.thread_id = t.id AND d.updated_at >= now() - $1 * interval '1 day')
ORDER BY updated_at, key LIMIT $2 FOR UPDATE SKIP LOCKED`;
const DELETE_HELD = `DELETE FROM assistant.thread t WHERE key = ANY($1::uuid[]) AND status <> 'busy' AND NOT EXISTS (
  SELECT FROM assistant.run r WHERE r.tenant = t.tenant AND r.thread_id = t.id AND r.status IN ('pending', 'running'))`;
