/**
 * A worker as `scopebench queue worker` is one, whose executions only wait: everything of the queue is real, and nothing of an agent.
 *   worker.ts <slots> <ms>
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { MadeRecord, Task, Unmade } from "../../harness/dag/worker-pool.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { lanesOf } from "../../harness/run/queue/lanes.ts";

import { runWorker } from "../../harness/run/queue/worker.ts";
import { executionOf } from "./execution.ts";

const [slots = 4, ms = 300] = process.argv.slice(2).map(Number);
const stop = new AbortController();
for (const name of ["SIGTERM", "SIGINT"] as const) process.on(name, () => stop.abort());
process.on("SIGUSR2", () => console.error(`still here, with ${process.getActiveResourcesInfo().join(", ")}`));

await runWorker({
  url: process.env.SCOPEBENCH_QUEUE_URL as string,
  concurrency: slots,
  graceSeconds: 2,
  io: { environment: process.env, error: console.error, signal: stop.signal },
  open: async ({ offer, signal }) => {
    const config = configSchema.parse(JSON.parse(offer.config));
    return { config, lanes: lanesOf(config), make: (task) => make(task, signal), close: async () => undefined };
  },
});

async function make({ key }: Task, signal: AbortSignal): Promise<MadeRecord | Unmade> {
  const over = await sleep(ms, true, { signal }).catch(() => false);
  const spent = { tokens: 1, costUsd: 0 };
  return over ? { made: executionOf(key), final: true, ...spent } : { lost: null, ...spent };
}
