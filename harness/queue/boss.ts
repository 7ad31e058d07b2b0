import type { PgBoss } from "pg-boss";
import { sha256 } from "../../base/hash.ts";
import { UserError } from "../../base/user-error.ts";
import { modelNames } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import { isPromised } from "../supported-node.ts";
import type { QueueDatabase } from "./database.ts";
import { otherSchema } from "./schema.ts";

/** What pg-boss asks for, newer than the rest of us. */
const NODE = ">=22.12.0";
/** Seconds between two looks for jobs whose worker is dead. */
const SUPERVISE_SECONDS = 2;
/** Executions have limits of their own; this one only has to be longer. */
const LONGEST_SECONDS = 23 * 3600;
const YEAR_SECONDS = 365 * 24 * 3600;

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
  boss.on("error", (error) => log(`queue: ${error.message}`));
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

/** A run's queues: one a model, so that a worker takes the jobs that it has the keys for. */
export function queueOf(run: string, config: Config, model: string): string {
  return `${run}/${modelNames(config).indexOf(model)}`;
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
  for (const model of modelNames(config)) {
    await boss.createQueue(queueOf(run, config, model), {
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
    await boss.deleteStoredJobs(queueOf(run, config, model));
  }
}

export async function deleteQueues(boss: PgBoss, run: string): Promise<void> {
  const queues = (await boss.getQueues()).map(({ name }) => name).filter((name) => name.startsWith(`${run}/`));
  const dead = deadQueueOf(run);
  for (const name of queues.filter((name) => name !== dead)) await boss.deleteQueue(name);
  if (queues.includes(dead)) await boss.deleteQueue(dead);
}

/** The same for the same execution of a run, so that offering it twice is harmless. */
export function jobIdOf(run: string, key: ExecutionKey): string {
  const hash = sha256(`${run}/${executionName(key)}`);
  const variant = ((Number.parseInt(hash[16] as string, 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join("-");
}
