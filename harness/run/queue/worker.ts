import type { PgBoss } from "pg-boss";
import { countOf } from "../../../base/counts.ts";
import { LONGEST_TIMER_MS } from "../../../base/longest-timer.ts";
import { Outages } from "../../../base/outages/outages.ts";
import { ownName } from "../../../base/process-name.ts";
import { withRateLimiters } from "../../../base/providers/rate-limiters.ts";
import { untilAborted } from "../../../base/until-aborted.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
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
  const late = new AbortController();
  const endSoon = () =>
    void setTimeout(() => late.abort(), Math.min(1000 * options.graceSeconds + HAND_BACK_MS, LONGEST_TIMER_MS)).unref();
  io.signal.addEventListener("abort", endSoon, { once: true });
  const outages = new Outages({ log: say, signal: late.signal });
  const database = await QueueDatabase.open(url, outages);
  try {
    await prepareSchema(database);
    const id = ownName();
    const shared = openSharedLimits({ database, url, worker: id, say });
    const worker: Worker = { ...options, id, database, outages, io, say, endSoon };
    await withRateLimiters(shared.limiters, () => work(worker)).finally(async () => {
      shared.close();
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
  /** From now on a lost server is waited for only as long as the time of grace. */
  endSoon(): void;
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
  let boss: PgBoss | undefined; // The coordinator creates pg-boss' tables, so they may be missing before the first run.
  let slots: Slots | undefined;
  let leave = false;
  const beat = async (): Promise<void> => {
    const state = slots?.state(runs.opened()) ?? { made: 0, perMinute: 0, work: [] };
    const opening = runs.opening().map((run) => ({ run, doing: [] }));
    const work = [...state.work, ...opening];
    const asked = await slots?.beat({ id, slots: sizeOf(worker, runs), ...state, work });
    leave ||= asked ?? false;
  };
  const isOver = new AbortController();
  const beating = beatOn(beat, isOver.signal);
  try {
    while (!io.signal.aborted && !leave && !slots?.failed) {
      const room = sizeOf(worker, runs) - (slots?.busy ?? 0);
      const offers = await openRuns(database);
      if (offers.length > 0 && !slots) {
        boss = await openBoss(database, { coordinates: false, log: say });
        slots = new Slots({ worker: id, boss, database, say });
      }
      const before = runs.size;
      const takable = await runs.follow(offers, (run) => slots?.busyWith(run) ?? 0);
      if (runs.size > before) await beat();
      const size = sizeOf(worker, runs);
      const taken = (await slots?.take(takable, room)) ?? 0;
      const signal = io.signal;
      if (slots && slots.busy > 0) await slots.rest(taken > 0 ? LEAST_MS : IDLE_MS, { size, signal });
      else await pause(taken > 0 ? LEAST_MS : IDLE_MS, signal);
      if (slots && slots.busy >= size) await pause(LEAST_MS, signal);
    }
    if (slots?.failed) worker.endSoon();
    if (leave) say("asked to leave by queue drain: nothing more is taken, what is under way is finished");
    if (leave) await untilAborted(Promise.resolve(slots?.finish()), io.signal).catch(() => undefined);
    await slots?.end(worker.graceSeconds, cut);
    slots?.throwIfFailed();
  } finally {
    isOver.abort();
    await beating;
    if (slots) say(`${countOf(slots.made, "task")} made`);
    await runs.close();
    if (boss) await closeBoss(boss);
  }
}

/** One at a time, however long the queue is away. */
async function beatOn(beat: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(BEAT_SECONDS * 1000, signal);
    if (!signal.aborted) await beat();
  }
}

function sizeOf({ concurrency }: Worker, runs: WorkerRuns): number {
  return concurrency ?? Math.max(1, ...runs.opened().map(({ run }) => run.config.concurrency));
}
