import type { QueueDatabase } from "./database.ts";
import { readShares, type WorkerShare } from "./foreign.ts";

/** Seconds between two signs of life of a worker, and without one after which it is not counted. */
export const BEAT_SECONDS = 3;
const GONE_SECONDS = 20;

export interface WorkerState {
  /** Of its process, for people too. */
  id: string;
  slots: number;
  made: number;
  /** Made in the last minute. */
  perMinute: number;
  work: readonly WorkerShare[];
}

/** A sign of life. Gives whether the worker was asked to leave. */
export async function showWorker(
  database: QueueDatabase,
  { id, slots, made, perMinute, work }: WorkerState,
): Promise<boolean> {
  const [row] = await database.query<{ leave: boolean }>(
    `INSERT INTO scopebench_queue.workers (id, slots, made, per_minute, work) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET slots = $2, made = $3, per_minute = $4, work = $5, seen_at = now() RETURNING leave`,
    [id, slots, made, perMinute, JSON.stringify(work)],
  );
  return row?.leave ?? false;
}

export async function hideWorker(database: QueueDatabase, id: string): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.workers WHERE id = $1", [id]);
}

/** Asks workers to finish what they hold and to end; all, or one. Gives how many were. */
export async function askToLeave(database: QueueDatabase, id: string | undefined): Promise<number> {
  const rows = await database.query(
    `UPDATE scopebench_queue.workers SET leave = true
     WHERE seen_at > now() - interval '${GONE_SECONDS} s' AND ($1::text IS NULL OR id = $1) RETURNING id`,
    [id ?? null],
  );
  return rows.length;
}

/** Those that were killed. */
export async function forgetWorkers(database: QueueDatabase): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.workers WHERE seen_at < now() - interval '1 hour'");
}

/** Those that gave a sign of life. */
export async function liveWorkers(database: QueueDatabase): Promise<WorkerState[]> {
  const rows = await database.query<Omit<WorkerState, "work"> & { work: string }>(
    `SELECT id, slots, made, per_minute AS "perMinute", work FROM scopebench_queue.workers
     WHERE seen_at > now() - interval '${GONE_SECONDS} s' ORDER BY id`,
  );
  return rows.map((row) => ({ ...row, work: readShares(row.work) }));
}
