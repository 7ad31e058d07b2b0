import { Worker } from "node:worker_threads";
import type { WorkerReply, WorkerRequest, WorkerSettings } from "./protocol.ts";

/** A running database worker. Takes one request at a time. */
export interface WorkerHandle {
  /** Rejects when the worker ends before it has answered. */
  send(request: WorkerRequest): Promise<WorkerReply>;
  /** Ends the worker at once, in the middle of a statement if need be. Committed data stay. */
  end(): Promise<void>;
}

/** Starts a worker and waits until its database is open. An idle worker does not keep the process alive. */
export async function startWorker(settings: WorkerSettings): Promise<WorkerHandle> {
  const worker = new Worker(new URL("./worker-boot.mjs", import.meta.url), {
    workerData: settings,
    // A loader of the main thread (tsx) would slow the worker's start by half a second.
    execArgv: [],
  });
  const ready = await nextReply(worker);
  if (ready.kind === "failed") {
    await worker.terminate();
    throw new Error(ready.message);
  }
  return {
    send(request) {
      const reply = nextReply(worker);
      worker.postMessage(request);
      return reply;
    },
    async end() {
      await worker.terminate();
    },
  };
}

function nextReply(worker: Worker): Promise<WorkerReply> {
  worker.ref();
  return new Promise((resolve, reject) => {
    const settle = (action: () => void): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      worker.unref();
      action();
    };
    const onMessage = (reply: WorkerReply): void => settle(() => resolve(reply));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`the database worker ended with code ${code}`)));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}
