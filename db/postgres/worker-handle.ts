import type { Worker } from "node:worker_threads";
import { startThread } from "../../base/threads/start-thread.ts";
import { pgliteModule } from "./pglite-module.ts";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./protocol.ts";

/** A running database worker. Takes one request at a time. */
export interface WorkerHandle {
  /** Rejects when the worker ends before it has answered, at once when it has ended before. */
  send(request: WorkerRequest): Promise<WorkerReply>;
  /** Ends the worker, in the middle of a statement if need be. Committed data stay. */
  end(): Promise<void>;
}

/** Starts a worker and waits until its database is open. An idle worker does not keep the process alive. */
export async function startWorker(settings: WorkerSettings): Promise<WorkerHandle> {
  const thread = new DatabaseThread(settings, await pgliteModule());
  const ready = await thread.reply();
  if (ready.kind === "failed") {
    await thread.end();
    throw new Error(ready.message);
  }
  return thread;
}

interface Waiting {
  resolve(reply: WorkerReply): void;
  reject(error: Error): void;
}

class DatabaseThread implements WorkerHandle {
  readonly #worker: Worker;
  #waiting: Waiting | null = null;
  #ended: Error | null = null;

  constructor(settings: WorkerSettings, module: object) {
    this.#worker = startThread(new URL("./worker.ts", import.meta.url), { ...settings, module });
    this.#worker
      .on("message", (reply: WorkerReply) => this.#settle((waiting) => waiting.resolve(reply)))
      .on("messageerror", (error) => this.#settle((waiting) => waiting.reject(error)))
      // Listened to between requests as well: an error event without a listener ends the process.
      .on("error", (error) => this.#end(error as Error))
      .on("exit", (code) => this.#end(new Error(`the database worker ended with code ${code}`)));
  }

  reply(): Promise<WorkerReply> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  send(request: WorkerRequest): Promise<WorkerReply> {
    const reply = this.reply();
    if (!this.#ended) this.#worker.postMessage(request);
    return reply;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#settle((waiting) => waiting.reject(this.#ended!));
  }

  #settle(action: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#worker.unref();
    if (waiting) action(waiting);
  }
}
