import { countOf } from "../../../base/counts.ts";
import type { QueueDatabase } from "./database.ts";
import { liveWorkers } from "./worker-table.ts";

/** What a person must do so that all tasks of a run are made; null where workers take them all. `lanes`: by name. */
export async function missingWorkers(
  database: QueueDatabase,
  run: string,
  lanes: ReadonlySet<string>,
): Promise<string | null> {
  const workers = await liveWorkers(database);
  const start = "start one with `scopebench queue worker --queue` and the same address";
  if (workers.length === 0) return `no worker takes part: ${start}`;
  const shares = workers.flatMap(({ work }) => work).filter((share) => share.run === run);
  const taken = new Set(shares.flatMap(({ takes = [] }) => takes));
  const left = [...lanes].filter((lane) => !taken.has(lane));
  const isOpening = shares.some(({ takes }) => takes === undefined);
  if (left.length === 0 || isOpening) return null;
  return `none of ${countOf(workers.length, "worker")} takes tasks of ${left.join(", ")}: a key is missing there, --only leaves them out, or it has another corpus or code; ${start}`;
}
