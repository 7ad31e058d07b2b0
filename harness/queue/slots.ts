import type { JobWithMetadata, PgBoss } from "pg-boss";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import type { OfferedCell } from "../dag/crew.ts";
import { executionName } from "../domain/names.ts";
import { queueOf } from "./boss.ts";
import type { QueueDatabase } from "./database.ts";
import { pause } from "./pause.ts";
import { addRecord } from "./record-table.ts";
import { isKnown, isOpen, type RunOffer } from "./run-table.ts";
import type { WorkerRun } from "./worker-run.ts";
import { showWorker } from "./worker-table.ts";

/** Between two looks for jobs where there were none. */
const IDLE_MS = 500;
/** Jobs that are fetched at once. */
const BLOCK = 20;

type Job = JobWithMetadata<OfferedCell>;

interface SlotsOptions {
  /** Id of the worker. */
  worker: string;
  offer: RunOffer;
  run: Pick<WorkerRun, "config" | "models" | "make">;
  boss: PgBoss;
  database: QueueDatabase;
  /** How many executions are made at a time. */
  size: number;
  /** After the user's signal, how long what has begun may take. */
  graceSeconds: number;
  say(message: string): void;
  /** Cuts what is being made. */
  cut: AbortController;
  /** The user's: nothing more is taken. */
  signal: AbortSignal;
}

/** What a worker makes at a time. */
export class Slots {
  readonly size: number;
  made = 0;
  readonly #options: SlotsOptions;
  readonly #busy = new Map<Job, Promise<void>>();
  #failure: { error: unknown } | undefined;
  /** The model that is asked for jobs first: another each time, so that none has to wait for the rest. */
  #turn = 0;
  /** Executions that were begun: each has a thread of its own. */
  #started = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.size = options.size;
  }

  /** Takes jobs until the run is closed, the user stops the worker or it cannot go on. */
  async work(): Promise<void> {
    const { database, offer, signal } = this.#options;
    let lookedAt = 0;
    while (!signal.aborted && !this.#failure) {
      if (Date.now() >= lookedAt + IDLE_MS) {
        if (!(await isOpen(database, offer.id))) break;
        lookedAt = Date.now();
      }
      const jobs = await this.#fetch();
      for (const job of jobs) this.#begin(job);
      if (jobs.length === 0) await this.#rest();
    }
    await this.#end();
    if (this.#failure) throw this.#failure.error;
  }

  /** Until a slot is free, or there may be jobs again. */
  async #rest(): Promise<void> {
    const over = new AbortController();
    const idle = pause(IDLE_MS, AbortSignal.any([this.#options.signal, over.signal]));
    const isFull = this.#busy.size >= this.size;
    await Promise.race([idle, ...(isFull ? this.#busy.values() : [])]);
    over.abort();
  }

  /** A sign of life of the worker and of each job that it holds. */
  async beat(): Promise<void> {
    const { worker, database, offer, run, boss } = this.#options;
    const state = { id: worker, slots: this.size, busy: this.#busy.size, run: offer.id, models: run.models };
    try {
      await showWorker(database, state);
      const held = [...this.#busy.keys()];
      for (const name of new Set(held.map((job) => job.name)))
        await this.#onQueue(() =>
          boss.touch(
            name,
            held.filter((job) => job.name === name),
          ),
        );
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  async #fetch(): Promise<Job[]> {
    const { run, offer, boss } = this.#options;
    const jobs: Job[] = [];
    for (let tries = 0; tries < run.models.length; tries++) {
      const free = this.size - this.#busy.size - jobs.length;
      if (free <= 0) break;
      const model = run.models[this.#turn++ % run.models.length] as string;
      const name = queueOf(offer.id, run.config, model);
      const batch = { batchSize: Math.min(free, BLOCK), includeMetadata: true } as const;
      jobs.push(...((await this.#onQueue(() => boss.fetch<OfferedCell>(name, batch))) ?? []));
    }
    return jobs;
  }

  #begin(job: Job): void {
    const work = this.#make(job)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#busy.delete(job));
    this.#busy.set(job, work);
  }

  async #make(job: Job): Promise<void> {
    const { run, worker, database, offer, boss } = this.#options;
    const attempt = `${worker.slice(-8)}.${++this.#started}`;
    const made = await run.make(job.data, attempt).catch((error: unknown) => this.#broken(error, job));
    if (made === null) return this.#handBack(job);
    if ("lost" in made) {
      const { lost: message } = made;
      await this.#onQueue(() => boss.fail(job.name, job, { message }));
      return;
    }
    await this.#onQueue(() =>
      database.transaction(async (db) => {
        const result = await addRecord(db, { run: offer.id, worker, made });
        if (result !== "no run") await boss.complete(job.name, job, null, { db });
      }),
    );
    this.made++;
  }

  /** What the user can mend stops this worker; anything else is of this job, and is not tried for ever. */
  async #broken(error: unknown, job: Job): Promise<{ lost: string } | null> {
    if (error instanceof UserError) {
      this.#failure ??= { error };
      return null;
    }
    const message = error instanceof Error ? error.message : String(error);
    this.#options.say(`${executionName(job.data.key)} could not be made: ${message}`);
    return { lost: message };
  }

  /** Another worker takes it at once, as if it had not been begun. */
  async #handBack(job: Job): Promise<void> {
    const { database, boss, say } = this.#options;
    await this.#onQueue(() =>
      database.transaction(async (db) => {
        await boss.cancel(job.name, job, { db });
        await boss.resume(job.name, job.id, { db });
      }),
    );
    say(`${executionName(job.data.key)} handed back`);
  }

  /** Null where the coordinator has everything meanwhile: the run's queues are gone, and nobody waits for this. */
  async #onQueue<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      const { database, offer } = this.#options;
      if (error instanceof UserError || (await isKnown(database, offer.id))) throw error;
      return null;
    }
  }

  /** Lets what has begun come to its end; after the user's signal, not for ever. */
  async #end(): Promise<void> {
    const { graceSeconds, say, cut } = this.#options;
    const all = Promise.all(this.#busy.values());
    if (this.#busy.size > 0)
      say(`${countOf(this.#busy.size, "execution")} under way: handed back unless finished within ${graceSeconds} s`);
    const over = new AbortController();
    await Promise.race([all, pause(graceSeconds * 1000, over.signal)]);
    over.abort();
    cut.abort();
    await all;
  }
}
