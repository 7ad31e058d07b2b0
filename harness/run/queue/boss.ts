import type { PgBoss } from "pg-boss";
import { UserError } from "../../../base/user-error.ts";
import type { Config } from "../../record/config/schema.ts";
import { isPromised } from "../../record/engine/supported-node.ts";
import { isLocked, type QueueDatabase } from "./database.ts";
import { type Lane, lanesOf } from "./lanes.ts";
import { otherSchema } from "./schema.ts";

/** What pg-boss asks for, newer than the rest of us. */
const NODE = ">=22.12.0";
/** Seconds between two looks for jobs whose worker is dead. */
const SUPERVISE_SECONDS = 2;
/** Executions have limits of their own; this one only has to be longer. */
const LONGEST_SECONDS = 23 * 3600;
const YEAR_SECONDS = 365 * 24 * 3600;
/** Times that pg-boss asks anew for the locks to drop a table: a minute in all. */
const MOST_LOCKED = 20;

/** A run's jobs that went with its end, while pg-boss looked after all: it looks again. */
const NO_TABLE = "42P01";

interface BossOptions {
  /** The coordinator makes the tables and looks after the jobs; workers only take them. */
  coordinates: boolean;
  log(message: string): void;
}

/** pg-boss over the queue's own connections. */
export async function openBoss(database: QueueDatabase, { coordinates, log }: BossOptions): Promise<PgBoss> {
  const { node } = process.versions;
  if (!isPromised(node, NODE))
    throw new UserError("environment", `a queue needs Node ${NODE.slice(2)} or newer, this is ${node}`, {
      hint: "take a newer Node on this machine, or run without --queue",
    });
  const { PgBoss: Boss } = await import("pg-boss");
  const boss = new Boss({
    db: database,
    schema: "scopebench_jobs",
    supervise: coordinates,
    migrate: coordinates,
    createSchema: coordinates,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: false,
    monitorVacuum: false,
  });
  // Without a listener a lost connection would end the process; whoever called hears of it as well.
  boss.on("error", (error: Error & { code?: string }) => {
    if (error.code !== NO_TABLE) log(`queue: ${error.message}`);
  });
  try {
    return await boss.start();
  } catch (error) {
    await closeBoss(boss);
    const { message } = error as Error;
    if (!/requires migrations|not installed/.test(message)) throw error;
    throw otherSchema(message, "those of the coordinator that opened the run");
  }
}

export function closeBoss(boss: PgBoss): Promise<void> {
  return boss.stop({ graceful: false });
}

/** A run's queues: one a lane, so that a worker takes the tasks that it has the keys for. */
export function queueOf(run: string, { id }: Lane): string {
  return `${run}/${id}`;
}

/** Where jobs go that no worker could make. */
export function deadQueueOf(run: string): string {
  return `${run}/dead`;
}

export async function createQueues(
  boss: PgBoss,
  { run, config, heartbeatSeconds }: { run: string; config: Config; heartbeatSeconds: number },
): Promise<void> {
  const forever = { deleteAfterSeconds: 0, retentionSeconds: YEAR_SECONDS };
  await boss.createQueue(deadQueueOf(run), forever);
  for (const lane of lanesOf(config)) {
    await boss.createQueue(queueOf(run, lane), {
      ...forever,
      partition: true, // A table of its own, dropped at the run's end.
      deadLetter: deadQueueOf(run),
      heartbeatSeconds,
      expireInSeconds: LONGEST_SECONDS,
      retryLimit: 3,
      retryDelay: 1,
      retryBackoff: true,
    });
    // What ended without a record is offered again.
    await boss.deleteStoredJobs(queueOf(run, lane));
  }
  await boss.deleteAllJobs(deadQueueOf(run));
}

export async function deleteQueues(boss: PgBoss, run: string): Promise<void> {
  const queues = (await boss.getQueues()).map(({ name }) => name).filter((name) => name.startsWith(`${run}/`));
  const dead = deadQueueOf(run);
  const inOrder = [...queues.filter((name) => name !== dead), ...queues.filter((name) => name === dead)];
  for (const name of inOrder) await untilUnlocked(() => boss.deleteQueue(name));
}

/**
 * pg-boss asks for the tables of all runs at once and without waiting, a dozen times in some three seconds: too few while many
 * workers look for jobs.
 */
async function untilUnlocked(call: () => Promise<void>): Promise<void> {
  for (let left = MOST_LOCKED; ; left--) {
    try {
      return await call();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (left > 0) continue;
      throw new UserError("environment", (error as Error).message, {
        hint: "the run's jobs stay in the queue's database and are offered to nobody; what was made is kept",
        cause: error,
      });
    }
  }
}
