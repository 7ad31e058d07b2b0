import type { QueueDatabase, Sql } from "./database.ts";

/** A run as the coordinator offers it. */
export interface RunOffer {
  id: string;
  /** The run directory's name, for people. */
  name: string;
  code: string;
  /** Hash of the corpus' snapshot. */
  snapshot: string;
  /** Versions of the agents by name, as JSON. */
  agents: string;
  /** The frozen configuration, as JSON. It names keys and holds none. */
  config: string;
  /** A worker that is silent for so long has lost its jobs. */
  heartbeatSeconds: number;
}

export async function offerRun(database: QueueDatabase, offer: RunOffer): Promise<void> {
  await database.query(
    `INSERT INTO scopebench_queue.runs (id, name, code, snapshot, agents, config, heartbeat_seconds, open)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true)
     ON CONFLICT (id) DO UPDATE
     SET open = true, code = EXCLUDED.code, snapshot = EXCLUDED.snapshot, agents = EXCLUDED.agents`,
    [offer.id, offer.name, offer.code, offer.snapshot, offer.agents, offer.config, offer.heartbeatSeconds],
  );
}

/** Runs that are worked on, the oldest first. */
export function openRuns(database: QueueDatabase): Promise<RunOffer[]> {
  return database.query<RunOffer>(
    `SELECT id, name, code, snapshot, agents, config, heartbeat_seconds AS "heartbeatSeconds"
     FROM scopebench_queue.runs WHERE open ORDER BY created_at, id`,
  );
}

export async function isOpen(database: QueueDatabase, run: string): Promise<boolean> {
  const rows = await database.query("SELECT FROM scopebench_queue.runs WHERE id = $1 AND open", [run]);
  return rows.length > 0;
}

/** False once its coordinator has everything, and forgot it. */
export async function isKnown(database: QueueDatabase, run: string): Promise<boolean> {
  return (await database.query("SELECT FROM scopebench_queue.runs WHERE id = $1", [run])).length > 0;
}

/** A run for who looks at the queue. */
export interface QueuedRun {
  id: string;
  name: string;
  open: boolean;
  /** Records that are there, and those that were dropped since there was one. */
  made: number;
  dropped: number;
}

/** Every run that the queue knows, the oldest first. */
export function allRuns(database: QueueDatabase): Promise<QueuedRun[]> {
  return database.query<QueuedRun>(
    `SELECT id, name, open, count(record)::int AS made, coalesce(sum(dropped), 0)::int AS dropped
     FROM scopebench_queue.runs LEFT JOIN scopebench_queue.records ON run = id
     GROUP BY id ORDER BY created_at, id`,
  );
}

/** Workers take nothing more of it. */
export async function closeRun(database: QueueDatabase, run: string): Promise<void> {
  await database.query("UPDATE scopebench_queue.runs SET open = false WHERE id = $1", [run]);
}

/** With its records; a worker that is late with one finds no run to add it to. */
export async function forgetRun(sql: Sql, run: string): Promise<void> {
  await sql.executeSql("DELETE FROM scopebench_queue.runs WHERE id = $1", [run]);
}
