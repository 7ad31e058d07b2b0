import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { countOf } from "../../base/counts.ts";
import { Outages } from "../../base/outages/outages.ts";
import type { Crew, CrewRun, MadeExecution, OfferedCell, Shift } from "../dag/crew.ts";
import { executionName } from "../domain/names.ts";
import { readManifest, updateManifest } from "../run-directory/manifest.ts";
import { closeBoss, createQueues, deadQueueOf, jobIdOf, openBoss, queueOf } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { missingWorkers } from "./missing-workers.ts";
import { purge, type QueueParts } from "./purge.ts";
import { askAgain, countDropped, takeRecords } from "./record-table.ts";
import { closeRun, offerRun } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";

/** Between two looks into an empty table, and between two offers. */
const POLL_MS = 200;
/** Jobs in one statement. */
const BLOCK = 1000;
/** The first look for workers, and between two that find none. */
const WORKERS_MS = { first: 3000, next: 30_000 };

export interface CrewOptions {
  url: string;
  /** A worker that is silent for so long has lost its jobs: others run them. */
  takeOverSeconds: number;
  log(message: string): void;
  /** How long a call waits for the queue's server. */
  waitMs: number;
}

type Ended = Awaited<ReturnType<Shift["make"]>>;

/** Reaches workers over a queue. @throws UserError where it cannot be used */
export async function openCrew(options: CrewOptions): Promise<Crew & { close(): Promise<void> }> {
  const database = await QueueDatabase.open(options.url, new Outages(options));
  try {
    await prepareSchema(database);
    const boss = await openBoss(database, { coordinates: true, log: options.log });
    return {
      begin: (run) => beginShift(run, { database, boss, options }),
      async close() {
        await closeBoss(boss);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

interface Queue extends QueueParts {
  options: CrewOptions;
}

async function beginShift(run: CrewRun, queue: Queue): Promise<Shift> {
  const id = await idInQueue(run, queue);
  const { config, snapshotHash: snapshot, signal } = run;
  const heartbeatSeconds = queue.options.takeOverSeconds;
  await createQueues(queue.boss, { run: id, config, heartbeatSeconds });
  const name = basename(run.runDirectory);
  const text = JSON.stringify(config);
  await offerRun(queue.database, {
    id,
    name,
    code: codeVersion(),
    snapshot,
    agents: JSON.stringify(run.agents),
    config: text,
    heartbeatSeconds,
  });
  const shift = new RunningShift(id, run, queue);
  signal.addEventListener("abort", () => shift.end(), { once: true });
  if (signal.aborted) shift.end();
  return shift;
}

/** A run that starts afresh is another one for the queue: a late record of the old one finds no place. */
async function idInQueue({ runDirectory, startsAfresh }: CrewRun, queue: Queue): Promise<string> {
  const before = (await readManifest(runDirectory)).queue?.id;
  if (before !== undefined && !startsAfresh) return before;
  if (before !== undefined) await purge(queue, before);
  const id = randomUUID();
  await updateManifest(runDirectory, () => ({ queue: { id } }));
  return id;
}

class RunningShift implements Shift {
  readonly #id: string;
  readonly #run: CrewRun;
  readonly #queue: Queue;
  /** By execution name: what is not made yet. */
  readonly #waiting = new Map<
    string,
    { cell: OfferedCell; end: (ended: Ended) => void; fail: (why: unknown) => void }
  >();
  #toOffer: OfferedCell[] = [];
  #over = false;
  readonly #loop: Promise<void>;

  constructor(id: string, run: CrewRun, queue: Queue) {
    this.#id = id;
    this.#run = run;
    this.#queue = queue;
    this.#loop = this.#work().catch((error: unknown) => {
      this.#over = true;
      for (const { fail } of this.#waiting.values()) fail(error);
      this.#waiting.clear();
    });
  }

  make(cell: OfferedCell): Promise<Ended> {
    if (this.#over) return Promise.resolve(null);
    this.#toOffer.push(cell);
    return new Promise((end, fail) => this.#waiting.set(executionName(cell.key), { cell, end, fail }));
  }

  /** Nobody waits any more. */
  end(): void {
    this.#over = true;
    for (const { end } of this.#waiting.values()) end(null);
    this.#waiting.clear();
  }

  async close(complete: boolean): Promise<void> {
    this.end();
    await this.#loop;
    const { database } = this.#queue;
    if (!complete) return closeRun(database, this.#id);
    const dropped = await countDropped(database, this.#id);
    if (dropped > 0)
      this.#run.log(`${countOf(dropped, "execution")} made a second time and dropped: the first record counts`);
    await purge(this.#queue, this.#id);
  }

  async #work(): Promise<void> {
    let lookForWorkers = Date.now() + WORKERS_MS.first;
    while (!this.#over) {
      await this.#offer();
      const records = await takeRecords(this.#queue.database, this.#id);
      for (const made of records) this.#settle(executionName(made.record), { made });
      if (records.length === 0) {
        await this.#takeDead();
        if (Date.now() >= lookForWorkers) {
          await this.#tellOfWorkers();
          lookForWorkers = Date.now() + WORKERS_MS.next;
        }
        await sleep(POLL_MS);
      }
    }
  }

  #settle(name: string, ended: { made: MadeExecution } | { lost: string }): void {
    this.#waiting.get(name)?.end(ended);
    this.#waiting.delete(name);
  }

  async #offer(): Promise<void> {
    const { database, boss } = this.#queue;
    while (this.#toOffer.length > 0) {
      const block = this.#toOffer.splice(0, BLOCK);
      const missing = new Set(
        await askAgain(
          database,
          this.#id,
          block.map(({ key }) => key),
        ),
      );
      const cells = block.filter(({ key }) => missing.has(key));
      for (const model of new Set(cells.map(({ key }) => key.model))) {
        const jobs = cells.filter(({ key }) => key.model === model);
        await boss.insert(
          queueOf(this.#id, this.#run.config, model),
          jobs.map((cell) => ({ id: jobIdOf(this.#id, cell.key), data: cell })),
        );
      }
    }
  }

  /** Jobs that no worker could make: nothing is known of the agent. */
  async #takeDead(): Promise<void> {
    const { boss } = this.#queue;
    const dead = deadQueueOf(this.#id);
    const jobs = await boss.fetch<OfferedCell>(dead, { batchSize: 20, includeMetadata: true });
    for (const job of jobs) {
      this.#settle(executionName(job.data.key), { lost: reasonOf(job.sourceOutput) });
      await boss.complete(dead, job);
    }
  }

  async #tellOfWorkers(): Promise<void> {
    const models = [...this.#waiting.values()].map(({ cell }) => cell.key.model);
    const missing = await missingWorkers(this.#queue.database, this.#id, new Set(models));
    if (missing) this.#run.log(missing);
  }
}

function reasonOf(output: unknown): string {
  const { message } = (output ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : "every worker that took it died";
}
