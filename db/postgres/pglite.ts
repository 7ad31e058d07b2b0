import { AsyncResource } from "node:async_hooks";
import { PACE } from "../../base/outages/life-options.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import { withSignsOfLife } from "../../base/outages/signs-of-life.ts";
import {
  QueryFailed,
  type QueryOptions,
  type QueryResult,
  QueryTimeout,
  type Row,
  type SqlPort,
} from "../ports/ports.ts";
import { hasEndedSession } from "./lost-errors.ts";
import { isOfFiles, isOutage, OUT_OF_MEMORY } from "./outage-states.ts";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./protocol.ts";
import { threadSigns } from "./thread-signs.ts";
import { startWorker, type WorkerHandle } from "./worker-handle.ts";

/** Opens (or creates) the PGlite database in a folder that this process alone uses. */
export async function openPglite({
  folder,
  sessionSql = "",
  immutable = false,
}: Partial<WorkerSettings> & { folder: string }): Promise<SqlPort> {
  const full = { folder, sessionSql, immutable };
  return new PgliteDatabase(full, await startWorker(full));
}

const EMBEDDED = "the embedded database";
/** What is computed in a thread is ended with it. */
const NOT_WAITED_FOR = { ...PACE, grace: 0 };

interface Job {
  request: WorkerRequest;
  timeoutMs: number | undefined;
  /** Runs something where who queued it hears of its stalls. */
  listening<T>(run: () => T): T;
  resolve: (reply: WorkerReply) => void;
  reject: (error: Error) => void;
}

/**
 * PGlite in a worker. Requests queue here and go to the worker one at a time, so that ending a runaway query (PGlite
 * has no working statement_timeout) means ending the worker with nothing else in it: the queue goes on with the next worker.
 */
class PgliteDatabase implements SqlPort {
  readonly backEnd = "pglite";
  readonly #settings: WorkerSettings;
  readonly #queue: Job[] = [];
  #worker: WorkerHandle | null;
  #ending: Promise<void> = Promise.resolve();
  #draining = false;
  #closed = false;

  constructor(settings: WorkerSettings, worker: WorkerHandle) {
    this.#settings = settings;
    this.#worker = worker;
  }

  async query<T extends Row = Row>(
    sql: string,
    parameters: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<QueryResult<T>> {
    const reply = await this.#enqueue(
      { kind: "query", sql, parameters, role: options.role ?? null },
      options.timeoutMs,
    );
    if (reply.kind !== "rows") throw new QueryFailed(`unexpected reply ${reply.kind}`);
    return { rows: reply.rows as T[], fields: reply.fields };
  }

  async execute(sql: string): Promise<void> {
    await this.#enqueue({ kind: "script", sql }, undefined);
  }

  /** Waits for what is queued, then closes. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed) return;
    const closing = this.#enqueue({ kind: "close" }, undefined);
    this.#closed = true;
    try {
      await closing;
    } finally {
      await this.#ending;
      await this.#worker?.end();
      this.#worker = null;
    }
  }

  #enqueue(request: WorkerRequest, timeoutMs: number | undefined): Promise<WorkerReply> {
    if (this.#closed) return Promise.reject(new QueryFailed("the database is closed"));
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, timeoutMs, listening: AsyncResource.bind(callIt), resolve, reject });
      void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      try {
        job.resolve(await this.#run(job));
      } catch (error) {
        job.reject(error as Error);
      }
    }
    this.#draining = false;
  }

  async #run(job: Job): Promise<WorkerReply> {
    // A worker that is being ended still holds the folder.
    await this.#ending;
    const worker = await this.#startedWorker();
    const tooLong = (): Error => new QueryTimeout(`the query was ended after ${job.timeoutMs} ms`);
    // The clock starts when the query reaches the worker, not while it queues.
    return job.listening(() =>
      withSignsOfLife(() => this.#ask(worker, job.request), {
        server: EMBEDDED,
        look: threadSigns(),
        end: async () => this.#replaceWorker(worker),
        limitMs: job.timeoutMs,
        tooLong,
        unanswered: tooLong,
        patient: job.timeoutMs === undefined,
        pace: NOT_WAITED_FOR,
      }),
    );
  }

  async #ask(worker: WorkerHandle, request: WorkerRequest): Promise<WorkerReply> {
    try {
      const reply = await worker.send(request);
      if (reply.kind !== "failed") return reply;
      if (isOutage(reply.sqlState) || isOfFiles(reply.message)) throw lost(reply.message, false);
      // What has a code came from a database at work. Anything else may have left it broken: the next request gets a new one.
      // The memory of a module never shrinks: after a statement that took all, it would stay that large.
      const isGrown = reply.sqlState === OUT_OF_MEMORY;
      if (reply.sqlState === null || isGrown || isPanic(reply.message)) this.#replaceWorker(worker);
      throw reply.sqlState === null ? ended(reply.message) : new QueryFailed(reply.message, reply.sqlState);
    } catch (error) {
      if (error instanceof QueryFailed || error instanceof ServerLost) throw error;
      this.#replaceWorker(worker);
      throw ended((error as Error).message);
    }
  }

  async #startedWorker(): Promise<WorkerHandle> {
    try {
      this.#worker ??= await startWorker(this.#settings);
      return this.#worker;
    } catch (error) {
      throw lost((error as Error).message, false);
    }
  }

  /** Not waited for here: a thread deep in native code takes seconds to end, and who asked need not wait for that. */
  #replaceWorker(worker: WorkerHandle): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#ending = worker.end();
  }
}

const ABOUT_FILES =
  "see whether its folder is there and may be written, the disk has room, and enough files may be open (ulimit -n 8192)";

function lost(message: string, midStatement: boolean): ServerLost {
  return new ServerLost(EMBEDDED, message, { midStatement, ...(isOfFiles(message) && { hint: ABOUT_FILES }) });
}

/** The session is over. Where JavaScript's stack was used up by a result's JSON, on its way out of the thread, the statement is to blame. */
function ended(message: string): QueryFailed | ServerLost {
  if (message !== "Maximum call stack size exceeded") return lost(message, true);
  return new QueryFailed("a value of the result is nested too deeply");
}

/** PostgreSQL gave up on its own error handling: this comes with a code, and the session is of no more use. */
function isPanic(message: string): boolean {
  return message.includes("ERRORDATA_STACK_SIZE") || hasEndedSession(message);
}

function callIt<T>(run: () => T): T {
  return run();
}
