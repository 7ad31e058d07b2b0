import type { PgBoss } from "pg-boss";
import { countOf } from "../../base/counts.ts";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import { withRateLimiters } from "../../base/providers/rate-limiters.ts";
import type { Io } from "../terminal/io.ts";
import { printable } from "../terminal/text.ts";
import { closeBoss, openBoss } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { openSharedLimits } from "./limits/shared-limits.ts";
import { pause } from "./pause.ts";
import { openRuns } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { Slots } from "./slots.ts";
import { openWorkerRun } from "./worker-run.ts";
import { WorkerRuns } from "./worker-runs.ts";
import { BEAT_SECONDS, hideWorker } from "./worker-table.ts";

/** After its time of grace a worker that is stopped waits so long for a lost queue to hand back what it held. */
const HAND_BACK_MS = 5000;
/** Between two looks for tasks, where there were none, and at least. */
const IDLE_MS = 500;
const LEAST_MS = 20;

export interface WorkerOptions {
  url: string;
  /** Tasks at a time. Default: as many as a run's configuration says. */
  concurrency?: number | undefined;
  /** Models and judges whose tasks are taken. Default: all that this worker has the keys for. */
  only?: readonly string[] | undefined;
  /** After a signal to stop, how long what has begun may take; then it is handed back. */
  graceSeconds: number;
  io: Pick<Io, "environment" | "error" | "signal">;
  /** Opens a run. Default: its corpus, its agents, its judges. */
  open?: typeof openWorkerRun;
}

/** Makes what the runs of a queue need, until it is told to stop. */
export async function runWorker({ url, io, ...options }: WorkerOptions): Promise<void> {
  const say = (message: string) => io.error(printable(message, { singleLine: true }));
  const late = lateAfter(io.signal, 1000 * options.graceSeconds + HAND_BACK_MS);
  const outages = new Outages({ log: say, signal: late });
  const database = await QueueDatabase.open(url, outages);
  try {
    await prepareSchema(database);
    const id = ownName();
    const shared = openSharedLimits({ database, url, worker: id });
    const worker: Worker = { ...options, id, database, outages, io, say };
    await withRateLimiters(shared.limiters, () => work(worker)).finally(async () => {
      await shared.close();
      await hideWorker(database, id);
    });
  } finally {
    await database.close();
  }
}

interface Worker extends Omit<WorkerOptions, "url"> {
  id: string;
  database: QueueDatabase;
  outages: Outages;
  say(message: string): void;
}

async function work(worker: Worker): Promise<void> {
  const { id, database, io, say } = worker;
  say(`worker ${id} waits for a run`);
  const cut = new AbortController();
  const runs = new WorkerRuns({
    open: openWorkerRun,
    ...worker,
    code: codeVersion(),
    environment: io.environment,
    cut: cut.signal,
  });
  let boss: PgBoss | undefined; // The coordinator makes pg-boss' tables: before there is a run there may be none.
  let slots: Slots | undefined;
  let leave = false;
  const beat = async (): Promise<void> => {
    const state = slots?.state(runs.opened()) ?? { made: 0, perMinute: 0, work: [] };
    const asked = await slots?.beat({ id, slots: sizeOf(worker, runs), ...state });
    leave ||= asked ?? false;
  };
  let beats: Promise<void> | undefined; // One at a time, however long the queue is away.
  const beating = setInterval(() => {
    beats ??= beat().finally(() => {
      beats = undefined;
    });
  }, BEAT_SECONDS * 1000);
  try {
    while (!io.signal.aborted && !leave && !slots?.failed) {
      const offers = await openRuns(database);
      if (offers.length > 0 && !slots) {
        boss = await openBoss(database, { coordinates: false, log: say });
        slots = new Slots({ worker: id, boss, database, say });
        await beat();
      }
      const takable = await runs.follow(offers, (run) => slots?.busyWith(run) ?? 0);
      const size = sizeOf(worker, runs);
      const taken = (await slots?.take(takable, size)) ?? 0;
      const signal = io.signal;
      if (slots && slots.busy > 0) await slots.rest(taken > 0 ? LEAST_MS : IDLE_MS, { size, signal });
      else await pause(taken > 0 ? LEAST_MS : IDLE_MS, signal);
      if (slots && slots.busy >= size) await pause(LEAST_MS, signal);
    }
    if (leave) say("asked to leave by queue drain: nothing more is taken");
    await slots?.end(leave ? Number.MAX_SAFE_INTEGER / 1e6 : worker.graceSeconds, cut);
    slots?.throwIfFailed();
  } finally {
    clearInterval(beating);
    if (slots) say(`${countOf(slots.made, "task")} made`);
    await runs.close();
    if (boss) await closeBoss(boss);
  }
}

/** Aborted some time after another signal. */
function lateAfter(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  signal.addEventListener("abort", () => setTimeout(() => late.abort(), ms).unref(), { once: true });
  return late.signal;
}

function sizeOf({ concurrency }: Worker, runs: WorkerRuns): number {
  return concurrency ?? Math.max(1, ...runs.opened().map(({ run }) => run.config.concurrency));
}
