import { count, countOf } from "../../../base/counts.ts";
import { Outages } from "../../../base/outages/outages.ts";
import { describeProcess } from "../../../base/process-name.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { printable, right, table } from "../../print/text.ts";
import { closeBoss, deadQueueOf, openBoss } from "./boss.ts";
import { QueueDatabase } from "./database.ts";
import { allLimits } from "./limits/limit-table.ts";
import { purge, type QueueParts } from "./purge.ts";
import { allRuns, cancelRun, pauseRun, type QueuedRun, weighRun } from "./run-table.ts";
import { checkSchema } from "./schema.ts";
import { askToLeave, liveWorkers, type WorkerState } from "./worker-table.ts";

interface QueueCommand {
  url: string;
  io: Io;
}

interface RunCommand extends QueueCommand {
  /** A run by its id or name. */
  name: string;
}

/** Says which runs a queue knows and which workers live; with `tasks` what each worker makes. */
export function inspectQueue({ tasks, ...command }: QueueCommand & { tasks: boolean }): Promise<void> {
  return onQueue(command, async ({ database, boss }, say) => {
    const runs = await allRuns(database);
    const queues = await boss.getQueues();
    if (runs.length === 0) say("no runs");
    for (const run of runs) {
      const own = queues.filter((queue) => queue.name.startsWith(`${run.id}/`));
      const dead = own.find((queue) => queue.name === deadQueueOf(run.id))?.queuedCount ?? 0;
      const sum = (count: (queue: (typeof own)[number]) => number) =>
        own.reduce((total, queue) => total + count(queue), 0);
      const jobs = `${sum((queue) => queue.queuedCount) - dead} queued, ${sum((queue) => queue.activeCount)} held, ${dead} dead`;
      const made = `${run.made} made (${run.dropped} twice)`;
      for (const line of [`run ${run.name}: ${stateText(run)}, weight ${run.weight}`, `  id ${run.id}`]) say(line);
      say(`  ${made}, ${jobs}`);
    }
    for (const { provider, limit, held, workers, paused_s: paused } of await allLimits(database))
      say(
        `provider ${provider}: ${held} of ${limit} requests held by ${countOf(workers, "worker")}${paused > 0 ? `, paused for ${paused} s` : ""}`,
      );
    const workers = await liveWorkers(database);
    if (workers.length === 0) say("no workers");
    for (const line of tasks ? workers.flatMap((worker) => taskLines(worker, runs)) : tableLines(workers)) say(line);
  });
}

function stateText({ state, paused, reached }: QueuedRun): string {
  if (reached !== null) return `${state}, stopped: ${reached}`;
  return paused ? `${state}, paused` : state;
}

/** A worker a line, however many there are. */
function tableLines(workers: readonly WorkerState[]): string[] {
  if (workers.length === 0) return [];
  const columns = [
    { title: countOf(workers.length, "worker") },
    ...["slots", "made", "a minute", "longest"].map(right),
  ];
  const rows = workers.map(({ id, slots, made, perMinute, work }) => {
    const seconds = work.flatMap(({ doing }) => doing.map((one) => one.seconds));
    const longest = seconds.length === 0 ? "-" : `${Math.max(...seconds)} s`;
    return [id, `${seconds.length} of ${slots}`, count(made), count(perMinute), longest];
  });
  return table(columns, rows).split("\n");
}

function taskLines({ id, slots, made, perMinute, work }: WorkerState, runs: readonly QueuedRun[]): string[] {
  const busy = work.reduce((sum, { doing }) => sum + doing.length, 0);
  return [
    `worker ${id} (${describeProcess(id)}): ${busy} of ${slots} slots, ${made} made, ${perMinute} in the last minute`,
    ...work.flatMap(({ run, takes, doing }) => [
      `  ${runs.find((one) => one.id === run)?.name ?? run}: ${takes ? `takes ${takes.join(", ")}` : "opens its corpus"}`,
      ...doing.map(({ what, seconds }) => `    ${what} for ${seconds} s`),
    ]),
  ];
}

/** Forgets a run: its jobs, and the records that no coordinator took. @throws UserError `input` */
export function purgeRun({ force, ...command }: RunCommand & { force: boolean }): Promise<void> {
  return onRun(command, async (run, queue, say) => {
    if (run.state === "open" && !force)
      throw new UserError("input", `run ${run.name} is open: its coordinator may be at work`, {
        hint: "stop the coordinator first; --force where it is gone",
      });
    await purge(queue, run.id);
    say(`run ${run.name} is out of the queue`);
  });
}

/** Has tasks tried again that no worker could make. */
export function retryRun(command: RunCommand): Promise<void> {
  return onRun(command, async ({ id, name }, { boss }, say) => {
    say(`run ${name}: ${countOf(await boss.redrive(deadQueueOf(id)), "dead task")} tried again`);
  });
}

export function pauseOrContinue({ paused, ...command }: RunCommand & { paused: boolean }): Promise<void> {
  return onRun(command, async ({ id, name }, { database }, say) => {
    await pauseRun(database, id, paused);
    say(paused ? `run ${name} is paused: workers finish what they hold` : `run ${name} continues`);
  });
}

export function cancelOne(command: RunCommand): Promise<void> {
  return onRun(command, async ({ id, name }, { database }, say) => {
    await cancelRun(database, id);
    say(`run ${name} is cancelled: active jobs are aborted, finished ones are kept, resume --queue continues`);
  });
}

export function weigh({ weight, ...command }: RunCommand & { weight: number }): Promise<void> {
  return onRun(command, async ({ id, name }, { database }, say) => {
    await weighRun(database, id, weight);
    say(`run ${name} has weight ${weight}`);
  });
}

/** Asks workers to finish what they hold and to end: all, or one by its id. @throws UserError `input` */
export function drainWorkers({ worker, ...command }: QueueCommand & { worker: string | undefined }): Promise<void> {
  return onQueue(command, async ({ database }, say) => {
    const asked = await askToLeave(database, worker);
    if (worker !== undefined && asked === 0)
      throw new UserError("input", `expected the id of a living worker, found ${worker}`, {
        problems: (await liveWorkers(database)).map(({ id }) => id),
        hint: "scopebench queue inspect lists them",
      });
    say(`${countOf(asked, "worker")} finish what they hold and end`);
  });
}

function theRun(runs: readonly QueuedRun[], name: string): QueuedRun {
  const found = runs.filter((run) => run.id === name || run.name === name);
  if (found.length === 1) return found[0] as QueuedRun;
  throw new UserError("input", `expected the id or name of one run of the queue, found ${found.length} of ${name}`, {
    problems: runs.map((run) => `${run.id}  ${run.name}`),
    hint: "scopebench queue inspect lists them",
  });
}

type Say = (text: string) => void;

function onRun(
  { name, ...command }: RunCommand,
  use: (run: QueuedRun, queue: QueueParts, say: Say) => Promise<void>,
): Promise<void> {
  return onQueue(command, async (queue, say) => use(theRun(await allRuns(queue.database), name), queue, say));
}

async function onQueue({ url, io }: QueueCommand, use: (queue: QueueParts, say: Say) => Promise<void>): Promise<void> {
  const log = (message: string) => io.error(printable(message, { singleLine: true }));
  const database = await QueueDatabase.open(url, new Outages({ waitMs: 0, log }));
  try {
    await checkSchema(database);
    const boss = await openBoss(database, { coordinates: false, log });
    await use({ database, boss }, (text) => io.out(printable(text.replace(/\s/g, " ")))).finally(() => closeBoss(boss));
  } finally {
    await database.close();
  }
}
