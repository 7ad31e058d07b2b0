import type { QueueDatabase } from "./database.ts";

/** Seconds between two signs of life of a worker, and without one after which it is not counted. */
export const BEAT_SECONDS = 3;
const GONE_SECONDS = 20;

export interface WorkerState {
  /** Of its process, for people too. */
  id: string;
  slots: number;
  busy: number;
  /** The run that it works on, and of which models it takes jobs. */
  run: string | null;
  models: readonly string[];
}

export async function showWorker(
  database: QueueDatabase,
  { id, slots, busy, run, models }: WorkerState,
): Promise<void> {
  await database.query(
    `INSERT INTO scopebench_queue.workers (id, slots, busy, run, models) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET slots = $2, busy = $3, run = $4, models = $5, seen_at = now()`,
    [id, slots, busy, run, JSON.stringify(models)],
  );
}

export async function hideWorker(database: QueueDatabase, id: string): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.workers WHERE id = $1", [id]);
}

/** Those that gave a sign of life; others are forgotten. */
export async function liveWorkers(database: QueueDatabase): Promise<WorkerState[]> {
  await database.query(`DELETE FROM scopebench_queue.workers WHERE seen_at < now() - interval '1 hour'`);
  const rows = await database.query<Omit<WorkerState, "models"> & { models: string }>(
    `SELECT id, slots, busy, run, models FROM scopebench_queue.workers
     WHERE seen_at > now() - interval '${GONE_SECONDS} s' ORDER BY id`,
  );
  return rows.map((row) => ({ ...row, models: JSON.parse(row.models) as string[] }));
}
