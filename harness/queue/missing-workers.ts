import { countOf } from "../../base/counts.ts";
import type { QueueDatabase } from "./database.ts";
import { liveWorkers } from "./worker-table.ts";

/** What a person must do so that all jobs of a run are made; null where workers take them all. */
export async function missingWorkers(
  database: QueueDatabase,
  run: string,
  models: ReadonlySet<string>,
): Promise<string | null> {
  const workers = await liveWorkers(database);
  const start = "start one with `scopebench worker --queue` and the same address";
  if (workers.length === 0) return `no worker takes part: ${start}`;
  const taken = new Set(workers.filter((worker) => worker.run === run).flatMap((worker) => worker.models));
  const left = [...models].filter((model) => !taken.has(model));
  if (left.length === 0) return null;
  return `none of ${countOf(workers.length, "worker")} takes jobs of ${left.join(", ")}: a key is missing there, --only leaves them out, or it works on another run; ${start}`;
}
