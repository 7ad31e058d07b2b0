import type { Worker } from "node:worker_threads";

/**
 * What a thread answers to one message; null where it ended before, or used up its memory. While it works, the process lives.
 * @throws any other error that ended it
 */
export function askThread<Reply>(worker: Worker, message: unknown): Promise<Reply | null> {
  worker.ref();
  return new Promise<Reply | null>((resolve, reject) => {
    const stop = (): void => {
      worker.off("message", settle).off("error", fail).off("exit", end);
      worker.unref();
    };
    const settle = (reply: Reply | null): void => {
      stop();
      resolve(reply);
    };
    const end = (): void => settle(null);
    const fail = (error: unknown): void => {
      stop();
      if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") resolve(null);
      else reject(error);
    };
    worker.on("message", settle).on("error", fail).on("exit", end);
    worker.postMessage(message);
  });
}
