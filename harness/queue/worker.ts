import { countOf } from "../../base/counts.ts";
import { Outages } from "../../base/outages/outages.ts";
import { ownName } from "../../base/process-name.ts";
import { UserError } from "../../base/user-error.ts";
import { makeEffects } from "../dag/make-effects.ts";
import type { Io } from "../terminal/io.ts";
import { printable } from "../terminal/text.ts";
import { closeBoss, openBoss } from "./boss.ts";
import { codeVersion } from "./code-version.ts";
import { QueueDatabase } from "./database.ts";
import { pause } from "./pause.ts";
import { openRuns, type RunOffer } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { Slots } from "./slots.ts";
import { openWorkerRun } from "./worker-run.ts";
import { BEAT_SECONDS, hideWorker, showWorker } from "./worker-table.ts";

/** Between two looks for runs, where there were none. */
const IDLE_MS = 500;

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
    const worker: Worker = { ...options, id: ownName(), code: codeVersion(), database, outages, io, say };
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
  const { id, concurrency: size = run.config.concurrency, graceSeconds } = worker;
  const slots = new Slots({ worker: id, offer, run, boss, database, size, graceSeconds, say, cut, signal: io.signal });
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
