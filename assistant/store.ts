import type pg from "pg";
import type { ServedRunStatus, ThreadStatus } from "./protocol.ts";

export interface StoredThread {
  id: string;
  /** Of its first run; null before that. */
  assistant_id: string | null;
  status: ThreadStatus;
  /** The first question. */
  title: string | null;
  metadata: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
}

export interface StoredRun {
  id: string;
  thread_id: string;
  assistant_id: string;
  status: ServedRunStatus;
  /** Why it has no answer. */
  error: string | null;
  metadata: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
}

/** What the service itself keeps, beside the agent's checkpoints and files in the same database. */
const TABLES = `
CREATE SCHEMA IF NOT EXISTS assistant;
CREATE TABLE IF NOT EXISTS assistant.thread (
  id uuid PRIMARY KEY,
  assistant_id uuid,
  status text NOT NULL DEFAULT 'idle',
  pause text,
  title text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS assistant.run (
  number bigint GENERATED ALWAYS AS IDENTITY,
  id uuid PRIMARY KEY,
  thread_id uuid NOT NULL REFERENCES assistant.thread ON DELETE CASCADE,
  assistant_id uuid NOT NULL,
  status text NOT NULL,
  error text,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS run_of_thread ON assistant.run (thread_id, number);`;

export interface ThreadFilter {
  metadata: Record<string, unknown>;
  status: ThreadStatus | null;
  sortBy: "thread_id" | "status" | "created_at" | "updated_at";
  ascending: boolean;
  limit: number;
  offset: number;
}

/** Threads and runs, each change by one statement. */
export class AssistantStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Makes the tables; runs that a killed service left behind are said to be interrupted. Their threads. */
  async setup(): Promise<StoredThread[]> {
    await this.#pool.query(TABLES);
    await this.#pool.query(
      "UPDATE assistant.run SET status = 'interrupted', error = $1, updated_at = now() WHERE status IN ('pending', 'running')",
      ["The service ended while this run was at work. What it had reached is kept; ask again to go on."],
    );
    return this.#rows("SELECT * FROM assistant.thread WHERE status = 'busy'", []);
  }

  /** Null when the thread is there already. */
  async createThread(id: string, metadata: Record<string, unknown>): Promise<StoredThread | null> {
    const sql = "INSERT INTO assistant.thread (id, metadata) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING *";
    return (await this.#rows<StoredThread>(sql, [id, JSON.stringify(metadata)]))[0] ?? null;
  }

  async thread(id: string): Promise<StoredThread | null> {
    return (await this.#rows<StoredThread>("SELECT * FROM assistant.thread WHERE id = $1", [id]))[0] ?? null;
  }

  async threads({ metadata, status, sortBy, ascending, limit, offset }: ThreadFilter): Promise<StoredThread[]> {
    const column = sortBy === "thread_id" ? "id" : sortBy;
    const sql = `SELECT * FROM assistant.thread WHERE metadata @> $1 AND ($2::text IS NULL OR status = $2)
ORDER BY ${column} ${ascending ? "ASC" : "DESC"}, id LIMIT $3 OFFSET $4`;
    return this.#rows(sql, [JSON.stringify(metadata), status, limit, offset]);
  }

  async addMetadata(id: string, metadata: Record<string, unknown>): Promise<StoredThread | null> {
    const sql = "UPDATE assistant.thread SET metadata = metadata || $2, updated_at = now() WHERE id = $1 RETURNING *";
    return (await this.#rows<StoredThread>(sql, [id, JSON.stringify(metadata)]))[0] ?? null;
  }

  /** The assistant of a thread is that of its first run. */
  async beginThread(id: string, run: { assistantId: string; title: string; metadata: Record<string, unknown> }) {
    await this.#pool.query(
      `UPDATE assistant.thread SET assistant_id = COALESCE(assistant_id, $2), title = COALESCE(title, $3),
metadata = metadata || $4 WHERE id = $1`,
      [id, run.assistantId, run.title, JSON.stringify(run.metadata)],
    );
  }

  /** @param pause id of what it waits for, where it does */
  async setThreadStatus(id: string, status: ThreadStatus, pause: string | null = null): Promise<void> {
    const sql = "UPDATE assistant.thread SET status = $2, pause = $3, updated_at = now() WHERE id = $1";
    await this.#pool.query(sql, [id, status, pause]);
  }

  /** Takes the decision on what waits, for one alone: the second who tries gets null. Otherwise since when it had waited. */
  async claimPause(id: string, pause: string): Promise<Date | null> {
    const sql = `WITH before AS (SELECT id, updated_at FROM assistant.thread WHERE id = $1 FOR UPDATE)
UPDATE assistant.thread t SET status = 'busy', updated_at = now() FROM before
WHERE t.id = before.id AND t.status = 'interrupted' AND t.pause = $2 RETURNING before.updated_at AS since`;
    return (await this.#rows<{ since: Date }>(sql, [id, pause]))[0]?.since ?? null;
  }

  async deleteThread(id: string): Promise<void> {
    await this.#pool.query("DELETE FROM assistant.thread WHERE id = $1", [id]);
  }

  async createRun(run: Pick<StoredRun, "id" | "thread_id" | "assistant_id" | "metadata">): Promise<StoredRun> {
    const sql = `INSERT INTO assistant.run (id, thread_id, assistant_id, status, metadata)
VALUES ($1, $2, $3, 'pending', $4) RETURNING *`;
    const values = [run.id, run.thread_id, run.assistant_id, JSON.stringify(run.metadata)];
    return (await this.#rows<StoredRun>(sql, values))[0]!;
  }

  async setRunStatus(id: string, status: ServedRunStatus, error: string | null = null): Promise<void> {
    const sql = "UPDATE assistant.run SET status = $2, error = $3, updated_at = now() WHERE id = $1";
    await this.#pool.query(sql, [id, status, error]);
  }

  async run(threadId: string, id: string): Promise<StoredRun | null> {
    const sql = "SELECT * FROM assistant.run WHERE thread_id = $1 AND id = $2";
    return (await this.#rows<StoredRun>(sql, [threadId, id]))[0] ?? null;
  }

  /** Newest first. */
  async runs(
    threadId: string,
    { limit, offset, status }: { limit: number; offset: number; status: string | null },
  ): Promise<StoredRun[]> {
    const sql = `SELECT * FROM assistant.run WHERE thread_id = $1 AND ($4::text IS NULL OR status = $4)
ORDER BY number DESC LIMIT $2 OFFSET $3`;
    return this.#rows(sql, [threadId, limit, offset, status]);
  }

  async #rows<Row>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query(text, values)).rows as Row[];
  }
}
