import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { PgBoss } from "pg-boss";
import { countOf } from "../../../base/counts.ts";
import { Outages } from "../../../base/outages/outages.ts";
import type { PackedSnapshots, PooledRun, PoolState, WorkerPool } from "../../dag/worker-pool.ts";
import { readManifest, updateManifest } from "../../record/run-directory/manifest.ts";
import { closeBoss, createQueues, openBoss } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { QueueDispatcher } from "./dispatcher.ts";
import { purge } from "./purge.ts";
import { countDropped } from "./record-table.ts";
import { closeRun, offerRun } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { forgetWorkers } from "./worker-table.ts";

export interface CrewOptions {
  url: string;
  /** A worker that is silent for so long has lost its jobs: others run them. */
  takeOverSeconds: number;
  /** The run's share of the workers, against other runs'. */
  weight: number;
  /** Nothing that was made for the run before counts. */
  startsAfresh?: boolean | undefined;
  log(message: string): void;
  /** Where workers find the snapshot. Default: in the queue's database. */
  store?: PackedSnapshots | undefined;
  /** How long a call waits for the queue's server. */
  waitMs: number;
}

/** A pool over a queue. */
export interface QueueWorkerPool extends WorkerPool {
  /** Ends the work on the run. `complete`: everything is in the run directory, and nothing of the run stays in the queue. */
  finish(complete: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Reaches workers over a queue. @throws UserError where it cannot be used */
export async function openWorkerPool(options: CrewOptions): Promise<QueueWorkerPool> {
  const database = await QueueDatabase.open(options.url, new Outages(options));
  try {
    await prepareSchema(database);
    const boss = await openBoss(database, { coordinates: true, log: options.log });
    return new OverQueue({ database, boss, options });
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Parts {
  database: QueueDatabase;
  boss: PgBoss;
  options: CrewOptions;
}

class OverQueue implements QueueWorkerPool {
  onState = (_state: PoolState): void => undefined;
  readonly #parts: Parts;
  #dispatcher: Promise<QueueDispatcher> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  makes(): boolean {
    return true;
  }

  begin(run: PooledRun): Promise<QueueDispatcher> {
    this.#dispatcher ??= this.#open(run);
    return this.#dispatcher;
  }

  async finish(complete: boolean): Promise<void> {
    const dispatcher = await this.#dispatcher;
    if (!dispatcher) return;
    await dispatcher.end();
    const { id, run } = dispatcher;
    const { database } = this.#parts;
    if (!complete) return closeRun(database, id);
    const dropped = await countDropped(database, id);
    if (dropped > 0) run.log(`${countOf(dropped, "record")} made a second time and dropped: the first counts`);
    await purge(this.#parts, id);
  }

  async close(): Promise<void> {
    await closeBoss(this.#parts.boss);
    await this.#parts.database.close();
  }

  async #open(run: PooledRun): Promise<QueueDispatcher> {
    const { database, boss, options } = this.#parts;
    const { config } = run;
    const id = await this.#idInQueue(run);
    const heartbeatSeconds = options.takeOverSeconds;
    await createQueues(boss, { run: id, config, heartbeatSeconds });
    const offer = {
      ...{ id, name: basename(run.runDirectory), code: codeVersion(), snapshot: run.snapshot.hash },
      ...{ agents: JSON.stringify(run.agents), config: JSON.stringify(config) },
      ...{ heartbeatSeconds, weight: options.weight },
    };
    await offerRun(database, offer, run.ceilings);
    await forgetWorkers(database);
    return new QueueDispatcher({ id, run, database, boss, store: options.store, tell: (state) => this.onState(state) });
  }

  /** A run that starts afresh is another one for the queue: a late record of the old one finds no place. */
  async #idInQueue({ runDirectory, startsAfresh }: PooledRun): Promise<string> {
    const before = (await readManifest(runDirectory)).queue?.id;
    if (before !== undefined && !startsAfresh && !this.#parts.options.startsAfresh) return before;
    if (before !== undefined) await purge(this.#parts, before);
    const id = randomUUID();
    await updateManifest(runDirectory, () => ({ queue: { id } }));
    return id;
  }
}
