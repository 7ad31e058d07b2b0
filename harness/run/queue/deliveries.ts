import type { JobWithMetadata, PgBoss } from "pg-boss";
import { batchesOf } from "../../../base/batches.ts";
import { ServerLost } from "../../../base/outages/server-lost.ts";
import type { MadeRecord, Task } from "../../dag/worker-pool.ts";
import { AT_ONCE_CHARACTERS, type QueueDatabase } from "./database.ts";
import { addRecords, type PlacedRecord } from "./record-table.ts";

/** In one transaction. */
const MOST = 200;

export type Job = JobWithMetadata<Task>;

interface Options {
  /** Id of the worker. */
  worker: string;
  boss: PgBoss;
  database: QueueDatabase;
}

interface Delivery {
  job: Job;
  record: PlacedRecord;
  end(): void;
  fail(why: unknown): void;
}

/**
 * Hands over what was made: records and the end of their jobs in one transaction. What is made while one is under way goes with the
 * next, so that short tasks share transactions and a long one waits for nobody.
 */
export class Deliveries {
  readonly #options: Options;
  /** By queue; there while some of it is under way. */
  readonly #waiting = new Map<string, Delivery[]>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves once the record is there for good, or its run is forgotten. */
  deliver(run: string, job: Job, made: MadeRecord): Promise<void> {
    return new Promise((end, fail) => {
      const { made: whole, ...told } = made;
      const record = { ...told, task: job.data, retries: job.retryCount, text: JSON.stringify(whole) };
      const delivery: Delivery = { job, record, end, fail };
      const waiting = this.#waiting.get(job.name);
      if (waiting) waiting.push(delivery);
      else {
        this.#waiting.set(job.name, [delivery]);
        void this.#work(run, job.name);
      }
    });
  }

  async #work(run: string, queue: string): Promise<void> {
    for (let left = this.#waiting.get(queue) ?? []; left.length > 0; left = this.#waiting.get(queue) ?? []) {
      const [few = []] = batchesOf(left.slice(0, MOST), AT_ONCE_CHARACTERS, ({ record }) => record.text.length);
      const some = distinct(few);
      this.#waiting.set(queue, left.slice(some.length));
      await this.#handOver({ run, queue }, some);
    }
    this.#waiting.delete(queue);
  }

  /** One of them that the database does not take must not take the others with it. */
  async #handOver(place: { run: string; queue: string }, some: readonly Delivery[]): Promise<void> {
    try {
      await this.#transaction(place, some);
      for (const { end } of some) end();
    } catch (error) {
      if (some.length > 1 && !(error instanceof ServerLost)) for (const one of some) await this.#handOver(place, [one]);
      else for (const { fail } of some) fail(error);
    }
  }

  #transaction({ run, queue }: { run: string; queue: string }, some: readonly Delivery[]): Promise<void> {
    const { worker, database, boss } = this.#options;
    const records = some.map(({ record }) => record);
    const jobs = some.map(({ job }) => job);
    return database.transaction(async (db) => {
      if (await addRecords(db, { run, worker, queue, records })) await boss.deleteJob(queue, jobs, { db });
    });
  }
}

/** As many as there are before a job comes a second time: one that was lost to this worker and taken by it again. */
function distinct(some: readonly Delivery[]): Delivery[] {
  const ids = some.map(({ job }) => job.id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  return again < 0 ? [...some] : some.slice(0, again);
}
