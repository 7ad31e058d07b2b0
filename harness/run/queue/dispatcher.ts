import { setTimeout as sleep } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { batchesOf } from "../../../base/batches.ts";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import type {
  Dispatcher,
  Ended,
  PackedSnapshots,
  PooledRun,
  PoolState,
  RunSnapshot,
  Task,
  TaskStage,
} from "../../dag/worker-pool.ts";
import { executionName } from "../../record/domain/names.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { deadQueueOf, queueOf } from "./boss.ts";
import { AT_ONCE_CHARACTERS, type QueueDatabase } from "./database.ts";
import { readTask, type SentTask, sentTask } from "./foreign.ts";
import { jobIdOf } from "./job-id.ts";
import { laneOf } from "./lanes.ts";
import { missingWorkers } from "./missing-workers.ts";
import { poolState, WINDOW } from "./pool-state.ts";
import {
  askAgain,
  forgetRecord,
  forgetStage,
  markTaken,
  newInVain,
  newRecords,
  strikeOff,
  type TakenRecord,
} from "./record-table.ts";
import { addSnapshot, stateOf } from "./run-table.ts";
import { SnapshotPublisher } from "./snapshots/publish.ts";

/** Between two looks into an empty table. */
const POLL_MS = 200;
/** Between two looks at the run's state and its workers. */
const LOOK_MS = 1000;
/** Jobs in one statement. */
const BLOCK = 1000;
/** The first word of missing workers, and between two. */
const WORKERS_MS = { first: 3000, next: 30_000 };

interface ShiftOptions {
  /** The run's, in the queue. */
  id: string;
  run: PooledRun;
  database: QueueDatabase;
  boss: PgBoss;
  store?: PackedSnapshots | undefined;
  tell(state: PoolState): void;
}

interface Waiting {
  task: Task;
  end(ended: Ended): void;
  fail(why: unknown): void;
}

/** The coordinator's side of the work on one run: offers tasks, a window of them at a time, and takes what was made. */
export class QueueDispatcher implements Dispatcher {
  readonly id: string;
  readonly run: PooledRun;
  readonly #options: ShiftOptions;
  /** By stage and execution: what is not made yet. */
  readonly #waiting = new Map<string, Waiting>();
  #toOffer: Task[] = [];
  /** Tasks that are in the queue, or made and not taken yet. */
  readonly #offered = new Set<string>();
  #window = WINDOW.least;
  #over = false;
  /** What ended the work on the run, if anything did. */
  #failure: { error: unknown } | undefined;
  readonly #loop: Promise<void>;
  readonly #publisher: SnapshotPublisher;

  constructor(options: ShiftOptions) {
    this.#options = options;
    this.id = options.id;
    this.run = options.run;
    this.#publisher = new SnapshotPublisher(options);
    const { signal } = options.run;
    signal.addEventListener("abort", () => this.#endAll(null), { once: true });
    if (signal.aborted) this.#endAll(null);
    this.#loop = this.#work().catch((error: unknown) => {
      this.#over = true;
      this.#failure = { error };
      for (const { fail } of this.#waiting.values()) fail(error);
      this.#waiting.clear();
    });
  }

  startAfresh(stage: TaskStage): Promise<void> {
    return forgetStage(this.#options.database, this.id, stage);
  }

  async addSnapshot(snapshot: RunSnapshot): Promise<void> {
    await addSnapshot(this.#options.database, this.id, snapshot.hash);
    this.#publisher.add(snapshot);
  }

  make<S extends TaskStage>(task: Extract<Task, { stage: S }>): Promise<Ended<S>> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    if (this.#over) return Promise.resolve(null);
    this.#toOffer.push(task);
    return new Promise((end, fail) =>
      this.#waiting.set(nameOf(task), { task, end: end as (ended: Ended) => void, fail }),
    );
  }

  /** Workers go on to the next. */
  stageOver(): Promise<void> {
    return Promise.resolve();
  }

  /** Nobody waits any more. */
  async end(): Promise<void> {
    this.#endAll(null);
    await this.#loop;
    await this.#publisher.end();
  }

  #endAll(ended: Ended): void {
    this.#over = true;
    this.#settleAll(ended);
  }

  #settleAll(ended: Ended): void {
    for (const { end } of this.#waiting.values()) end(ended);
    this.#waiting.clear();
    this.#offered.clear();
    this.#toOffer = [];
  }

  async #work(): Promise<void> {
    const begun = performance.now();
    let [lookAt, sayAt] = [begun, begun + WORKERS_MS.first];
    while (!this.#over) {
      await this.#offer();
      const taken = await this.#take();
      const now = performance.now();
      if (now >= lookAt) {
        await this.#look(now >= sayAt);
        if (now >= sayAt) sayAt = now + WORKERS_MS.next;
        lookAt = now + LOOK_MS;
      }
      if (taken === 0) await sleep(POLL_MS);
    }
  }

  async #take(): Promise<number> {
    await this.#takeInVain();
    const records = await newRecords(this.#options.database, this.id);
    for (const record of records) {
      const { stage, made, tokens, costUsd, worker } = record;
      const name = `${stage}/${record.name}`;
      if (!this.#waiting.has(name)) continue;
      this.run.ceilings.spend({ stage, tokens, costUsd, worker });
      if (made) this.#settle(name, { made });
      else await this.#makeAgain(name, record);
    }
    if (records.length > 0) await markTaken(this.#options.database, this.id, records);
    return records.length;
  }

  /** Somebody wrote into the queue's tables. */
  async #makeAgain(name: string, record: TakenRecord): Promise<void> {
    this.run.log(`${name}: what ${record.worker} left in the queue is no record: it is made again`);
    await forgetRecord(this.#options.database, this.id, record);
    const waiting = this.#waiting.get(name);
    if (waiting && this.#offered.delete(name)) this.#toOffer.push(waiting.task); // Else it still stands there.
  }

  /** While somebody waits: after that nobody writes down what is spent. */
  async #takeInVain(): Promise<void> {
    const inVain = await newInVain(this.#options.database, this.id);
    if (inVain.length === 0 || this.#waiting.size === 0) return;
    for (const { id: _, ...spent } of inVain) this.run.ceilings.spend(spent);
    await strikeOff(this.#options.database, inVain);
  }

  #settle(name: string, ended: Ended): void {
    this.#offered.delete(name);
    this.#waiting.get(name)?.end(ended);
    this.#waiting.delete(name);
  }

  async #offer(): Promise<void> {
    const { database, boss, run } = this.#options;
    for (;;) {
      const room = Math.min(BLOCK, this.#window - this.#offered.size, this.#toOffer.length);
      if (room <= 0) return;
      const block = this.#toOffer.splice(0, room).filter((task) => this.#waiting.has(nameOf(task)));
      for (const task of block) this.#offered.add(nameOf(task));
      const missing = await askAgain(database, this.id, block);
      const queues = grouped(missing, (task) => queueOf(this.id, laneOf(task, run.config)));
      for (const [queue, tasks] of queues)
        for (const jobs of batchesOf(this.#jobsOf(tasks), AT_ONCE_CHARACTERS, ({ data }) => data.task.length))
          await boss.insert(queue, jobs);
    }
  }

  *#jobsOf(tasks: readonly Task[]): Generator<{ id: string; data: SentTask }> {
    for (const task of tasks) yield { id: jobIdOf(this.id, task), data: sentTask(task) };
  }

  /** How it stands, for people; and what a person or a ceiling wants of it. */
  async #look(tellOfWorkers: boolean): Promise<void> {
    const { database, boss, tell, run } = this.#options;
    const asked = await stateOf(database, this.id);
    if (asked === null || asked.state === "cancelled") throw cancelled(asked === null);
    await readManifest(run.runDirectory); // What workers make costs, and has no place in a folder that is gone.
    await this.#publisher.look();
    const left = this.#waiting.size;
    const { state, slots } = await poolState({ database, boss, run: this.id, config: run.config, left });
    tell({ ...state, paused: asked.paused });
    this.#window = WINDOW.of(slots);
    if (asked.reached !== null && state.held === 0) {
      while ((await this.#take()) > 0); // What was finished meanwhile counts.
      this.#settleAll({ stopped: asked.reached });
      return;
    }
    if (state.dead > 0 && state.dead >= this.#waiting.size) await this.#takeDead();
    if (tellOfWorkers && left > 0) await this.#tellOfWorkers();
  }

  /** What no worker could make is given up once nothing else is left: until then a person may have it tried again. */
  async #takeDead(): Promise<void> {
    const { boss } = this.#options;
    const dead = deadQueueOf(this.id);
    const jobs = await boss.findJobs<SentTask>(dead, { queued: true });
    for (const { data, sourceOutput } of jobs) {
      const task = readTask(data);
      if (task) this.#settle(nameOf(task), { lost: reasonOf(sourceOutput) });
    }
    await boss.deleteJob(
      dead,
      jobs.map(({ id }) => id),
    );
  }

  async #tellOfWorkers(): Promise<void> {
    const { config } = this.run;
    const lanes = new Set([...this.#waiting.values()].map(({ task }) => laneOf(task, config).name));
    const missing = await missingWorkers(this.#options.database, this.id, lanes);
    if (missing) this.run.log(missing);
  }
}

function cancelled(purged: boolean): UserError {
  return new UserError(
    "environment",
    purged ? "the run was taken out of the queue" : "the run was cancelled in the queue",
    {
      hint: "finished work is kept: scopebench resume --queue continues",
    },
  );
}

function nameOf({ stage, key }: Task): string {
  return `${stage}/${executionName(key)}`;
}

function reasonOf(output: unknown): string {
  const { message } = (output ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "every worker that took it died";
}
