import { migrate } from "../../agent/filesystem/migrate.ts";
import type { DatabaseState } from "../../agent/filesystem/state.ts";
import { LOCAL_USER, type Principal } from "../protocol/principal.ts";
import { Refused, type ServedRunStatus, type ThreadStatus } from "../protocol/protocol.ts";
import { Documents } from "./documents.ts";
import { Events } from "./events.ts";
import { ClientItems } from "./items.ts";
import { ScopedSql } from "./scoped-sql.ts";
import { Shares } from "./shares.ts";
import { SpendingStore } from "./spending.ts";

export interface StoredThread {
  tenant: string;
  /** As clients name it. */
  id: string;
  /** Names its checkpoints and files. */
  key: string;
  owner: string;
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
  tenant: string;
  id: string;
  thread_id: string;
  assistant_id: string;
  status: ServedRunStatus;
  /** Why it has no answer. */
  error: string | null;
  metadata: Record<string, unknown>;
  /** Grows with each run, of all threads. */
  number: string;
  /** Who asked for it. */
  author: string;
  /** The service that makes it. */
  process: string | null;
  created_at: Date;
  updated_at: Date;
}

export function isOver({ status }: Pick<StoredRun, "status">): boolean {
  return status !== "pending" && status !== "running";
}

type NewRun = Pick<StoredRun, "id" | "thread_id" | "assistant_id" | "process" | "metadata">;

export interface ThreadFilter {
  metadata: Record<string, unknown>;
  status: ThreadStatus | null;
  /** Null: of any. */
  ids: readonly string[] | null;
  sortBy: "thread_id" | "status" | "created_at" | "updated_at";
  ascending: boolean;
  limit: number;
  offset: number;
}

const FOUND = "metadata @> $1 AND ($2::text IS NULL OR status = $2) AND ($3::uuid[] IS NULL OR id = ANY($3))";

type StatePools = Pick<DatabaseState, "pool" | "aside">;

/** Events need not outlive a crash of the server: what a run has reached is in the checkpoints. */
const PASSING = { synchronous_commit: "off" };

/** Threads, runs and documents as one person sees them, each change by one statement. */
export class AssistantStore {
  readonly documents: Documents;
  readonly events: Events;
  readonly shares: Shares;
  readonly items: ClientItems;
  readonly spending: SpendingStore;
  readonly #state: StatePools;
  readonly #sql: ScopedSql;

  /** @param check throws where no statement may begin any more */
  constructor(state: StatePools, principal: Principal = LOCAL_USER, check?: () => void) {
    this.#state = state;
    this.#sql = new ScopedSql(state.pool, principal, { check });
    this.documents = new Documents(this.#sql);
    this.events = new Events(new ScopedSql(state.aside, principal, { settings: PASSING }));
    this.shares = new Shares(this.#sql);
    this.items = new ClientItems(this.#sql);
    this.spending = new SpendingStore(this.#sql);
  }

  /** The same store, as another sees it. */
  as(principal: Principal): AssistantStore {
    return new AssistantStore(this.#state, principal);
  }

  /** Null when the thread is there already. */
  async createThread(id: string, metadata: Record<string, unknown>): Promise<StoredThread | null> {
    const { tenant, name } = this.#sql.principal;
    const sql = `INSERT INTO assistant.thread (tenant, owner, id, metadata) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING RETURNING *`;
    return this.#sql.first(sql, [tenant, name, id, JSON.stringify(metadata)]);
  }

  async thread(id: string): Promise<StoredThread | null> {
    return this.#sql.first("SELECT * FROM assistant.thread WHERE id = $1", [id]);
  }

  async threads({ metadata, status, ids, sortBy, ascending, limit, offset }: ThreadFilter): Promise<StoredThread[]> {
    const column = sortBy === "thread_id" ? "id" : sortBy;
    const sql = `SELECT * FROM assistant.thread WHERE ${FOUND}
ORDER BY ${column} ${ascending ? "ASC" : "DESC"}, id LIMIT $4 OFFSET $5`;
    return this.#sql.rows(sql, [JSON.stringify(metadata), status, ids, limit, offset]);
  }

  async countThreads({ metadata, status, ids }: Pick<ThreadFilter, "metadata" | "status" | "ids">): Promise<number> {
    const sql = `SELECT count(*)::int AS threads FROM assistant.thread WHERE ${FOUND}`;
    return (await this.#sql.first<{ threads: number }>(sql, [JSON.stringify(metadata), status, ids]))?.threads ?? 0;
  }

  async addMetadata(id: string, metadata: Record<string, unknown>): Promise<StoredThread | null> {
    const sql = "UPDATE assistant.thread SET metadata = metadata || $2, updated_at = now() WHERE id = $1 RETURNING *";
    return this.#sql.first(sql, [id, JSON.stringify(metadata)]);
  }

  /** The assistant of a thread is that of its first run. */
  async beginThread(id: string, run: { assistantId: string; title: string; metadata: Record<string, unknown> }) {
    await this.#sql.rows(
      `UPDATE assistant.thread SET assistant_id = COALESCE(assistant_id, $2), title = COALESCE(title, $3),
metadata = metadata || $4 WHERE id = $1`,
      [id, run.assistantId, run.title, JSON.stringify(run.metadata)],
    );
  }

  /** @param pause id of what it waits for, where it does */
  async setThreadStatus(id: string, status: ThreadStatus, pause: string | null = null): Promise<void> {
    const sql = `UPDATE assistant.thread SET status = $2, pause = $3, updated_at = now(),
paused_at = CASE WHEN pause IS NOT DISTINCT FROM $3 THEN paused_at WHEN $3::text IS NULL THEN NULL ELSE now() END WHERE id = $1`;
    await this.#sql.rows(sql, [id, status, pause]);
  }

  /** Takes the decision on what waits, for one alone: the second who tries gets null. Otherwise since when it had waited. */
  async claimPause(id: string, pause: string): Promise<Date | null> {
    const sql = `UPDATE assistant.thread SET status = 'busy', updated_at = now()
WHERE id = $1 AND status = 'interrupted' AND pause = $2 RETURNING paused_at AS since`;
    return (await this.#sql.first<{ since: Date }>(sql, [id, pause]))?.since ?? null;
  }

  async deleteThread(id: string): Promise<void> {
    await this.#sql.rows("DELETE FROM assistant.thread WHERE id = $1", [id]);
  }

  /**
   * @param mostAtOnce runs that its author may have at work in all processes together; null = any number
   * @returns null where there are as many
   */
  async createRun(run: NewRun, mostAtOnce: number | null = null): Promise<StoredRun | null> {
    // Numbered under the thread's lock: who looks for earlier runs sees all of them.
    const sql = `WITH held AS (SELECT id FROM assistant.thread WHERE id = $3 FOR UPDATE)
INSERT INTO assistant.run (tenant, id, thread_id, assistant_id, process, status, metadata, author)
SELECT $1, $2, id, $4, $5, 'pending', $6, $7 FROM held
WHERE $8::int IS NULL OR (SELECT assistant.runs_of($7)) < $8 RETURNING *`;
    const { id, thread_id, assistant_id, process, metadata } = run;
    const { tenant, name } = this.#sql.principal;
    const values = [tenant, id, thread_id, assistant_id, process, JSON.stringify(metadata), name, mostAtOnce];
    const row = await this.#sql.first<StoredRun>(sql, values);
    if (row || (mostAtOnce !== null && (await this.thread(thread_id)))) return row;
    throw new Refused(404, "there is no such thread");
  }

  /** Of one that is not over: what was said of its end stays. */
  async setRunStatus(id: string, status: ServedRunStatus, error: string | null = null): Promise<void> {
    const sql = `UPDATE assistant.run SET status = $2, error = $3, updated_at = now()
WHERE id = $1 AND status IN ('pending', 'running')`;
    await this.#sql.rows(sql, [id, status, error]);
  }

  /** Runs at work on a thread or waiting for it, in any process, in their order; of these the ones before a run. */
  async runsAtWork(threadId: string, before: string | null = null): Promise<StoredRun[]> {
    const sql = `SELECT * FROM assistant.run WHERE thread_id = $1 AND status IN ('pending', 'running')
AND ($2::uuid IS NULL OR number < (SELECT number FROM assistant.run WHERE id = $2)) ORDER BY number`;
    return this.#sql.rows(sql, [threadId, before]);
  }

  /** Runs of a thread after one; null: from the first that is at work on, or the newest where none is. */
  async runsAfter(threadId: string, after: string | null): Promise<StoredRun[]> {
    const sql = `SELECT * FROM assistant.run WHERE thread_id = $1 AND number > coalesce($2::bigint,
  (SELECT min(number) - 1 FROM assistant.run WHERE thread_id = $1 AND status IN ('pending', 'running')),
  (SELECT max(number) - 1 FROM assistant.run WHERE thread_id = $1)) ORDER BY number`;
    return this.#sql.rows(sql, [threadId, after]);
  }

  /** How many runs somebody has at work in other processes than this. */
  async runsElsewhere(author: string, process: string): Promise<number> {
    const sql = `SELECT count(*)::int AS runs FROM assistant.run
WHERE author = $1 AND process <> $2 AND status IN ('pending', 'running')`;
    return (await this.#sql.first<{ runs: number }>(sql, [author, process]))?.runs ?? 0;
  }

  /** Asks the process whose run it is to end it. */
  async askToCancel(id: string): Promise<void> {
    await this.#sql.rows("UPDATE assistant.run SET cancelled = true WHERE id = $1", [id]);
  }

  async run(threadId: string, id: string): Promise<StoredRun | null> {
    return this.#sql.first("SELECT * FROM assistant.run WHERE thread_id = $1 AND id = $2", [threadId, id]);
  }

  /** False for one that is not over. What it took stays counted. */
  async deleteRun(threadId: string, id: string): Promise<boolean> {
    const sql = `DELETE FROM assistant.run WHERE thread_id = $1 AND id = $2 AND status NOT IN ('pending', 'running') RETURNING id`;
    return (await this.#sql.first(sql, [threadId, id])) !== null;
  }

  /** Newest first. */
  async runs(
    threadId: string,
    { limit, offset, status }: { limit: number; offset: number; status: string | null },
  ): Promise<StoredRun[]> {
    const sql = `SELECT * FROM assistant.run WHERE thread_id = $1 AND ($4::text IS NULL OR status = $4)
ORDER BY number DESC LIMIT $2 OFFSET $3`;
    return this.#sql.rows(sql, [threadId, limit, offset, status]);
  }
}

/** Makes the tables, or brings them up to date; as the state's owner. */
export async function setupStore(state: DatabaseState): Promise<void> {
  const folder = new URL("./schema/", import.meta.url);
  await state.exclusively(() => migrate(state.pool, { schema: "assistant", folder }));
}
