import { type ResourceLimits, Worker } from "node:worker_threads";
import { handOnFlags } from "../given-flags.ts";

/**
 * Starts a thread with the module at `path`, a `.ts` of ours: it calls its `serve(settings)`. Flags of the process do not hold there:
 * a loader of the main thread (tsx) would slow the start by half a second.
 */
export function startThread(path: URL, settings: unknown = null, resourceLimits: ResourceLimits = {}): Worker {
  handOnFlags();
  const workerData = { path: path.href, settings };
  return new Worker(new URL("./boot.mjs", import.meta.url), { workerData, execArgv: [], resourceLimits });
}
