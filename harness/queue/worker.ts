import { setTimeout as sleep } from "node:timers/promises";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import { countOf } from "../../base/counts.ts";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import { UserError } from "../../base/user-error.ts";
import type { OfferedCell } from "../dag/crew.ts";
import { makeEffects } from "../dag/make-effects.ts";
import { executionName } from "../domain/names.ts";
import type { Io } from "../terminal/io.ts";
import { printable } from "../terminal/text.ts";
import { closeBoss, openBoss, queueOf } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { addRecord } from "./record-table.ts";
import { isKnown, isOpen, openRuns, type RunOffer } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { openWorkerRun, type WorkerRun } from "./worker-run.ts";
import { BEAT_SECONDS, hideWorker, showWorker } from "./worker-table.ts";

/** Between two looks for jobs, and for runs, where there were none. */
const IDLE_MS = 500;
/** Jobs that are fetched at once. */
const BLOCK = 20;

export interface WorkerOptions {
  url: string;
  /** Executions at a time. Default: as many as the run's configuration says. */
  concurrency?: number | undefined;
  /** Models whose jobs are taken. Default: all that this worker has the keys for. */
  only?: readonly string[] | undefined;
  /** After a signal to stop, how long what has begun may take; then it is handed back. */
  graceSeconds: number;
  io: Io;
}

/** Makes executions of the runs of a queue, one run after the other, until it is told to stop. */
export async function runWorker({ url, io, ...options }: WorkerOptions): Promise<void> {
  const say = (message: string) => io.error(printable(message, { singleLine: true }));
  const outages = new Outages({ log: say });
  const database = await QueueDatabase.open(url, outages);
  try {
    await prepareSchema(database);
    const worker: Worker = { ...options, id: ownName(), code: codeVersion(), database, outages, io, say, started: 0 };
    await workUntilStopped(worker).finally(() => hideWorker(database, worker.id));
  } finally {
    await database.close();
  }
}

interface Worker extends Omit<WorkerOptions, "url"> {
  id: string;
  code: string;
  database: QueueDatabase;
  outages: Outages;
  say(message: string): void;
  /** Executions that it began: each has a thread of its own. */
  started: number;
}

async function workUntilStopped(worker: Worker): Promise<void> {
  const { database, io, say } = worker;
  say(`worker ${worker.id} waits for a run`);
  for (let looks = 0; !io.signal.aborted; looks++) {
    const offer = await nextRun(worker);
    if (offer) await workOn(offer, worker);
    else {
      if ((looks * IDLE_MS) % (BEAT_SECONDS * 1000) === 0)
        await showWorker(database, { id: worker.id, slots: worker.concurrency ?? 0, busy: 0, run: null, models: [] });
      await pause(IDLE_MS, io.signal);
    }
  }
}

/** The oldest run of this worker's own code. @throws UserError `not-comparable` where all are of another one */
async function nextRun({ database, code: own }: Worker): Promise<RunOffer | undefined> {
  const offers = await openRuns(database);
  const mine = offers.find(({ code }) => code === own);
  if (mine || offers.length === 0) return mine;
  throw new UserError("not-comparable", "this worker's code is not the coordinator's", {
    problems: offers.map(({ name, code }) => `${name}: expected ${code}, found ${own}`),
    hint: "start the worker from the same version of scopebench",
  });
}

async function workOn(offer: RunOffer, worker: Worker): Promise<void> {
  const { database, outages, io, say } = worker;
  const cut = new AbortController();
  const effects = makeEffects({ environment: io.environment, log: say });
  const boss = await openBoss(database, { coordinates: false, log: say });
  const run = await openWorkerRun({ offer, effects, outages, signal: cut.signal, only: worker.only }).catch(
    async (error: unknown) => {
      await closeBoss(boss);
      throw error;
    },
  );
  const slots = new Slots({ offer, worker, run, boss, cut, size: worker.concurrency ?? run.config.concurrency });
  const beat = setInterval(() => void slots.beat(), BEAT_SECONDS * 1000);
  try {
    await slots.beat();
    say(`${offer.name}: ${countOf(slots.size, "slot")}, models ${run.models.join(", ")}`);
    await slots.work();
    say(`${offer.name}: ${countOf(slots.made, "execution")} made`);
  } finally {
    clearInterval(beat);
    await run.close();
    await closeBoss(boss);
  }
}

type Job = JobWithMetadata<OfferedCell>;

interface SlotsOptions {
  offer: RunOffer;
  worker: Worker;
  run: WorkerRun;
  boss: PgBoss;
  cut: AbortController;
  size: number;
}

/** What a worker makes at a time. */
class Slots {
  readonly size: number;
  made = 0;
  readonly #options: SlotsOptions;
  readonly #busy = new Map<Job, Promise<void>>();
  #failure: { error: unknown } | undefined;
  /** The model that is asked for jobs first: another each time, so that none has to wait for the rest. */
  #turn = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.size = options.size;
  }

  /** Takes jobs until the run is closed, the user stops the worker or it cannot go on. */
  async work(): Promise<void> {
    const { worker, offer } = this.#options;
    const { signal } = worker.io;
    while (!signal.aborted && !this.#failure && (await isOpen(worker.database, offer.id))) {
      for (const job of await this.#fetch()) this.#begin(job);
      const idle = pause(IDLE_MS, signal);
      await (this.#busy.size < this.size
        ? idle
        : Promise.race([...this.#busy.values(), pause(BEAT_SECONDS * 1000, signal)]));
    }
    await this.#end();
    if (this.#failure) throw this.#failure.error;
  }

  /** A sign of life of the worker and of each job that it holds. */
  async beat(): Promise<void> {
    const { worker, offer, run, boss } = this.#options;
    const state = { id: worker.id, slots: this.size, busy: this.#busy.size, run: offer.id, models: run.models };
    try {
      await showWorker(worker.database, state);
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
    const { run, worker, offer, boss } = this.#options;
    const attempt = `${worker.id.slice(-8)}.${++worker.started}`;
    const made = await run.make(job.data, attempt).catch((error: unknown) => this.#broken(error, job));
    if (made === null) return this.#handBack(job);
    if ("lost" in made) {
      const { lost: message } = made;
      await this.#onQueue(() => boss.fail(job.name, job, { message }));
      return;
    }
    await this.#onQueue(() =>
      worker.database.transaction(async (db) => {
        const result = await addRecord(db, { run: offer.id, worker: worker.id, made });
        if (result !== "no run") await boss.complete(job.name, job, null, { db });
      }),
    );
    this.made++;
  }

  /** What the user can mend stops this worker; anything else is of this job, and is not tried for ever. */
  async #broken(error: unknown, job: Job): Promise<{ lost: string } | null> {
    const { worker } = this.#options;
    if (error instanceof UserError) {
      this.#failure ??= { error };
      return null;
    }
    const message = error instanceof Error ? error.message : String(error);
    worker.say(`${executionName(job.data.key)} could not be made: ${message}`);
    return { lost: message };
  }

  /** Another worker takes it at once, as if it had not been begun. */
  async #handBack(job: Job): Promise<void> {
    const { worker, boss } = this.#options;
    await this.#onQueue(() =>
      worker.database.transaction(async (db) => {
        await boss.cancel(job.name, job, { db });
        await boss.resume(job.name, job.id, { db });
      }),
    );
    worker.say(`${executionName(job.data.key)} handed back`);
  }

  /** Null where the coordinator has everything meanwhile: the run's queues are gone, and nobody waits for this. */
  async #onQueue<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      const { worker, offer } = this.#options;
      if (error instanceof UserError || (await isKnown(worker.database, offer.id))) throw error;
      return null;
    }
  }

  /** Lets what has begun come to its end; after the user's signal, not for ever. */
  async #end(): Promise<void> {
    const { worker, cut } = this.#options;
    const { graceSeconds, say } = worker;
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

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined); // Woken early by the signal: that is no error.
}
