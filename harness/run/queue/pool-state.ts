import type { PgBoss } from "pg-boss";
import type { PoolState } from "../../dag/worker-pool.ts";
import type { Config } from "../../record/config/schema.ts";
import { deadQueueOf, queueOf } from "./boss.ts";
import type { QueueDatabase } from "./database.ts";
import { lanesOf } from "./lanes.ts";
import { liveWorkers } from "./worker-table.ts";

/** Jobs of a run that are queued at a time: enough for all slots, however many cells there are. */
export const WINDOW = { least: 10_000, of: (slots: number): number => Math.max(4 * slots, WINDOW.least) };

interface Asked {
  database: QueueDatabase;
  boss: PgBoss;
  /** The run's id in the queue. */
  run: string;
  config: Config;
  /** Tasks that are to be made. */
  left: number;
}

/** Who works on a run and how far it is, and the slots of its workers. */
export async function poolState({ database, run, config, left }: Asked): Promise<{
  state: Omit<PoolState, "paused">;
  slots: number;
}> {
  const [live, counts] = await Promise.all([liveWorkers(database), jobCounts(database, run, config)]);
  const workers = live.flatMap(({ work, perMinute, ...worker }) => {
    const share = work.find((one) => one.run === run);
    return share
      ? [{ id: worker.id, slots: worker.slots, made: worker.made, per_minute: perMinute, doing: share.doing }]
      : [];
  });
  const perMinute = workers.reduce((sum, { per_minute }) => sum + per_minute, 0);
  const eta_s = perMinute > 0 ? Math.round((60 * left) / perMinute) : null;
  return {
    state: { workers, left, ...counts, eta_s },
    slots: workers.reduce((sum, { slots }) => sum + slots, 0),
  };
}

/** What the queue holds of a run beside what is waiting in it; how often what is made was begun again is counted with its records. */
async function jobCounts(
  database: QueueDatabase,
  run: string,
  config: Config,
): Promise<Pick<PoolState, "held" | "retries" | "dead">> {
  const queues = lanesOf(config).map((lane) => queueOf(run, lane));
  const [row] = await database.query<{ held: number; retries: number; dead: number }>(
    `SELECT count(*) FILTER (WHERE state = 'active' AND name <> $2)::int AS held,
       (coalesce(sum(retry_count) FILTER (WHERE name <> $2), 0) + (
         SELECT coalesce(sum(retries), 0) FROM scopebench_queue.spent WHERE run = $3))::int AS retries,
       count(*) FILTER (WHERE name = $2 AND state < 'active')::int AS dead
     FROM scopebench_jobs.job WHERE name = ANY($1)`,
    [[...queues, deadQueueOf(run)], deadQueueOf(run), run],
  );
  return row as Pick<PoolState, "held" | "retries" | "dead">;
}
