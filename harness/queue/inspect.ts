import { Outages } from "../../base/outages/outages.ts";
import { describeProcess } from "../../base/process-name.ts";
import { UserError } from "../../base/user-error.ts";
import type { Io } from "../terminal/io.ts";
import { printable } from "../terminal/text.ts";
import { closeBoss, openBoss } from "./boss.ts";
import { QueueDatabase } from "./database.ts";
import { purge, type QueueParts } from "./purge.ts";
import { allRuns, type QueuedRun } from "./run-table.ts";
import { prepareSchema } from "./schema.ts";
import { liveWorkers } from "./worker-table.ts";

interface QueueCommand {
  url: string;
  io: Io;
}

/** Says which runs a queue knows and which workers live. */
export function inspectQueue({ url, io }: QueueCommand): Promise<void> {
  return onQueue({ url, io }, async ({ database, boss }) => {
    const runs = await allRuns(database);
    const queues = await boss.getQueues();
    const say = (text: string) => io.out(printable(text, { singleLine: true }));
    if (runs.length === 0) say("no runs");
    for (const { id, name, open, made, dropped } of runs) {
      const own = queues.filter((queue) => queue.name.startsWith(`${id}/`));
      const sum = (count: (queue: (typeof own)[number]) => number) =>
        own.reduce((total, queue) => total + count(queue), 0);
      const jobs = `${sum((queue) => queue.queuedCount)} queued, ${sum((queue) => queue.activeCount)} held`;
      say(`run ${name} (${id}) ${open ? "open" : "closed"}: ${made} made (${dropped} twice), ${jobs}`);
    }
    const workers = await liveWorkers(database);
    if (workers.length === 0) say("no workers");
    for (const { id, slots, busy, run, models } of workers)
      say(
        `worker ${id} (${describeProcess(id)}): ${run === null ? "idle" : `run ${run}: ${busy} of ${slots}, ${models.join(", ")}`}`,
      );
  });
}

/** Forgets a run by its id or name: its jobs, and the records that no coordinator took. @throws UserError `input` */
export function purgeRun({ url, io, name, force }: QueueCommand & { name: string; force: boolean }): Promise<void> {
  return onQueue({ url, io }, async (queue) => {
    const run = theRun(await allRuns(queue.database), name);
    if (run.open && !force)
      throw new UserError("input", `run ${run.name} is open: its coordinator may be at work`, {
        hint: "stop the coordinator first; --force where it is gone",
      });
    await purge(queue, run.id);
    io.out(printable(`run ${run.name} is out of the queue`, { singleLine: true }));
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

async function onQueue({ url, io }: QueueCommand, use: (queue: QueueParts) => Promise<void>): Promise<void> {
  const log = (message: string) => io.error(printable(message, { singleLine: true }));
  const database = await QueueDatabase.open(url, new Outages({ waitMs: 0, log }));
  try {
    await prepareSchema(database);
    const boss = await openBoss(database, { coordinates: false, log });
    await use({ database, boss }).finally(() => closeBoss(boss));
  } finally {
    await database.close();
  }
}
