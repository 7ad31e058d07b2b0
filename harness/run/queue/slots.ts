import type { JobWithMetadata, PgBoss } from "pg-boss";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { MadeRecord, Task, Unmade } from "../../dag/worker-pool.ts";
import { executionName } from "../../record/domain/names.ts";
import { queueOf } from "./boss.ts";
import type { QueueDatabase } from "./database.ts";
import { Deliveries, type Job } from "./deliveries.ts";
import { FairTurns } from "./fair-turns.ts";
import { readTask, type SentTask } from "./foreign.ts";
import { pause } from "./pause.ts";
import { addInVain } from "./record-table.ts";
import { type OfferState, type RunOffer, stateOf } from "./run-table.ts";
import { takeWithin } from "./take-within.ts";
import type { WorkerRun } from "./worker-run.ts";
import { showWorker, type WorkerState } from "./worker-table.ts";

/** Jobs that are fetched at once. */
const BLOCK = 200;

/** A run that tasks are taken of. */
export interface TakenRun {
  offer: Pick<RunOffer & OfferState, "id" | "name" | "weight" | "isCapped">;
  run: Pick<WorkerRun, "lanes" | "make">;
}

interface SlotsOptions {
  /** Id of the worker. */
  worker: string;
  boss: PgBoss;
  database: QueueDatabase;
  say(message: string): void;
}

interface Held {
  job: Job;
  run: TakenRun;
  /** By a clock that nobody sets. */
  since: number;
}

/** What a worker makes at a time, of however many runs. */
export class Slots {
  made = 0;
  readonly #options: SlotsOptions;
  readonly #busy = new Map<Held, Promise<void>>();
  readonly #deliveries: Deliveries;
  readonly #turns = new FairTurns();
  /** The lane asked first, by run: rotated, so that no lane starves. */
  readonly #lane = new Map<string, number>();
  /** When each of the last minute was made. */
  #times: number[] = [];
  #failure: { error: unknown } | undefined;
  /** Tasks that were begun: each execution has a thread of its own. */
  #started = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.#deliveries = new Deliveries(options);
  }

  get busy(): number {
    return this.#busy.size;
  }

  busyWith(run: string): number {
    return [...this.#busy.keys()].filter((held) => held.run.offer.id === run).length;
  }

  /** What ended the worker's work, if anything did. */
  get failed(): boolean {
    return this.#failure !== undefined;
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * Begins at most so many tasks: as many slots as were free before it was asked what may be taken, so that those which came free
   * since then wait for newer word. Gives how many.
   */
  async take(runs: readonly TakenRun[], room: number): Promise<number> {
    const before = this.#started;
    let left = this.#turns.order(runs.map((run) => ({ ...run.offer, run })));
    for (;;) {
      const free = room - (this.#started - before);
      if (left.length === 0 || free <= 0) break;
      const next = left[0] as (typeof left)[number];
      const most = Math.min(BLOCK, Math.ceil(free / left.length));
      const jobs = await this.#fetch(next.run, most);
      for (const job of jobs) this.#begin({ job, run: next.run, since: performance.now() });
      if (jobs.length > 0) this.#turns.took(next, jobs.length);
      const others = left.slice(1);
      left = this.#turns.order(jobs.length < most ? others : [...others, next]);
    }
    return this.#started - before;
  }

  /** Until a slot is free where none is, or until there may be something to take again. */
  async rest(ms: number, { size, signal }: { size: number; signal: AbortSignal }): Promise<void> {
    const over = new AbortController();
    const idle = pause(ms, AbortSignal.any([signal, over.signal]));
    await Promise.race([idle, ...(this.#busy.size >= size ? this.#busy.values() : [])]);
    over.abort();
  }

  /** What it does, for people and for the coordinator. */
  state(runs: readonly TakenRun[]): Pick<WorkerState, "made" | "perMinute" | "work"> {
    const now = performance.now();
    this.#times = this.#times.filter((at) => at > now - 60_000);
    const work = runs.map(({ offer: { id }, run: { lanes } }) => ({
      run: id,
      takes: lanes.map(({ name }) => name),
      doing: [...this.#busy.keys()]
        .filter((held) => held.run.offer.id === id)
        .map(({ job, since }) => ({ what: nameOf(job.data), seconds: Math.round((now - since) / 1000) })),
    }));
    return { made: this.made, perMinute: this.#times.length, work };
  }

  /** A sign of life of the worker and of each job that it holds. True where the worker was asked to leave. */
  async beat(state: WorkerState): Promise<boolean> {
    const { database, boss } = this.#options;
    try {
      const leave = await showWorker(database, state);
      const held = [...this.#busy.keys()];
      for (const name of new Set(held.map(({ job }) => job.name))) {
        const jobs = held.filter(({ job }) => job.name === name);
        await this.#onQueue(jobs[0] as Held, () =>
          boss.touch(
            name,
            jobs.map(({ job }) => job),
          ),
        );
      }
      return leave;
    } catch (error) {
      this.#failure ??= { error };
      return false;
    }
  }

  /** Lets what has begun come to its end; `cut` ends what takes longer than the time of grace. */
  async end(graceSeconds: number, cut: AbortController): Promise<void> {
    if (this.#busy.size > 0)
      this.#options.say(
        `${countOf(this.#busy.size, "task")} under way: handed back unless finished within ${graceSeconds} s`,
      );
    const over = new AbortController();
    await Promise.race([this.finish(), pause(graceSeconds * 1000, over.signal)]);
    over.abort();
    cut.abort();
    await this.finish();
  }

  /** However long it takes. */
  async finish(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  async #fetch(taken: TakenRun, most: number): Promise<Job[]> {
    const { offer, run } = taken;
    const jobs: Job[] = [];
    const { lanes } = run;
    for (let tried = 0; tried < lanes.length && jobs.length < most; tried++) {
      const turn = this.#lane.get(offer.id) ?? 0;
      this.#lane.set(offer.id, turn + 1);
      const name = queueOf(offer.id, lanes[turn % lanes.length] as (typeof lanes)[number]);
      const wanted = { queue: name, most: most - jobs.length };
      const fetched = await this.#onQueue({ run: taken }, () => takeWithin(this.#options, offer, wanted));
      jobs.push(...(await this.#tasksOf(fetched ?? [], { name, run: taken })));
    }
    return jobs;
  }

  /** Ignore jobs that we did not enqueue: nobody waits for them. */
  async #tasksOf(
    sent: readonly JobWithMetadata<SentTask>[],
    { name, run }: { name: string; run: TakenRun },
  ): Promise<Job[]> {
    const read = sent.map((job) => ({ job, task: readTask(job.data) }));
    const others = read.filter(({ task }) => task === null).map(({ job }) => job.id);
    if (others.length > 0) {
      this.#options.say(
        `${run.offer.name}: ${countOf(others.length, "job")} not enqueued by scopebench: removed from the queue`,
      );
      await this.#onQueue({ run }, () => this.#options.boss.deleteJob(name, others));
    }
    return read.flatMap(({ job, task }) => (task ? { ...job, data: task } : []));
  }

  #begin(held: Held): void {
    this.#started++;
    const attempt = `${this.#options.worker.slice(-8)}.${this.#started}`;
    const work = this.#make(held, attempt)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#busy.delete(held));
    this.#busy.set(held, work);
  }

  async #make(held: Held, attempt: string): Promise<void> {
    const { job, run } = held;
    const task = job.data;
    const made = await run.run.make(task, attempt).catch((error: unknown) => this.#broken(error, task));
    const unmade = "lost" in made ? made : await this.#deliver(held, made);
    if (unmade) return this.#giveUp(held, unmade);
    this.made++;
    this.#times.push(performance.now());
  }

  /** Null where it is there. A record that the database does not take is no reason for the next worker to end, too. */
  async #deliver(held: Held, made: MadeRecord): Promise<Unmade | null> {
    const { job, run } = held;
    try {
      await this.#onQueue(held, () => this.#deliveries.deliver(run.offer.id, job, made));
      return null;
    } catch (error) {
      if (error instanceof UserError) throw error;
      return this.#broken(error, job.data);
    }
  }

  /** What the user can mend stops this worker; anything else is of this task, and is not tried for ever. */
  async #broken(error: unknown, task: Task): Promise<Unmade> {
    const nothing = { tokens: 0, costUsd: 0 };
    if (error instanceof UserError) {
      this.#failure ??= { error };
      return { lost: null, ...nothing };
    }
    const message = error instanceof Error ? error.message : String(error);
    this.#options.say(`${nameOf(task)} could not be made: ${message}`);
    return { lost: message, ...nothing };
  }

  /** What was cut off another worker takes at once, as if it had not been begun. */
  async #giveUp(held: Held, { lost: message, ...spent }: Unmade): Promise<void> {
    const { worker, database, boss, say } = this.#options;
    const { job, run } = held;
    await this.#onQueue(held, () =>
      database.transaction(async (db) => {
        const by = { run: run.offer.id, worker, queue: job.name };
        await addInVain(db, by, { stage: job.data.stage, ...spent });
        if (message !== null) return boss.fail(job.name, job, { message }, { db });
        await boss.cancel(job.name, job, { db });
        await boss.resume(job.name, job.id, { db });
      }),
    );
    if (message === null) say(`${nameOf(job.data)} handed back`);
  }

  /** Null where the coordinator has everything meanwhile: the run's queues are gone, and nobody waits for this. */
  async #onQueue<T>({ run }: Pick<Held, "run">, call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof UserError || (await stateOf(this.#options.database, run.offer.id)) !== null) throw error;
      return null;
    }
  }
}

function nameOf({ stage, key }: Task): string {
  return stage === "execute" ? executionName(key) : `${stage} ${executionName(key)}`;
}
