/**
 * Where one PostgreSQL stops, computed: a simulation by discrete events of workers whose slots make executions, hand each over
 * to the database (a station with so many cores), from where the coordinator (one thread) takes it. The service times are
 * those that `perf/queue.ts` measured; how long executions take is drawn by seed around their mean.
 *
 *   node --import tsx perf/queue-limits.ts [executions' mean seconds = 60] [cores of the database = 2] [slots = 16]
 */
import { makeRandom } from "../base/random.ts";
import { quantile } from "../measure/statistics/basics/describe.ts";
import { EventQueue } from "./queue-limits/event-queue.ts";
import { Station } from "./queue-limits/station.ts";

/** Milliseconds of processor time a job of 47 kB: `perf/queue.ts 2 32 20 200`, with the database's processes. */
const DATABASE_MS = 4.1;
const COORDINATOR_MS = 0.4;
const WORKER_MS = 1.5;
/** Connections of a worker, at most. */
const CONNECTIONS = 4;
/** Jobs after which a run of the simulation ends, a slot. */
const JOBS_A_SLOT = 20;

const [seconds = 60, cores = 2, slots = 16] = process.argv.slice(2).map(Number);
console.log(`executions of ${seconds} s, ${slots} slots a worker, a database of ${cores} cores`);
console.log(
  "workers  jobs/s  of the slots' most  database busy  coordinator  wait at the database p50   p99  connections",
);
for (const workers of [1, 2, 4, 8, 10, 100, 1000]) console.log(describe(workers));

function describe(workers: number): string {
  const random = makeRandom("queue limits", workers);
  // Half to one and a half of the mean: executions of one run are alike, and begin together.
  const duration = () => seconds * (0.5 + random());
  const database = new Station(cores);
  const coordinator = new Station(1);
  const threads = Array.from({ length: workers }, () => new Station(1));
  const queue = new EventQueue();
  for (let slot = 0; slot < workers * slots; slot++) queue.add({ at: duration(), worker: slot % workers });
  const waits: number[] = [];
  const jobs = workers * slots * JOBS_A_SLOT;
  let end = 0;
  for (let done = 0; done < jobs; done++) {
    const { at, worker } = queue.next();
    const handed = threads[worker]!.serve(at, WORKER_MS / 1000);
    const stored = database.serve(handed, DATABASE_MS / 1000);
    waits.push(stored - handed);
    end = Math.max(end, coordinator.serve(stored, COORDINATOR_MS / 1000));
    queue.add({ at: stored + duration(), worker });
  }
  const rate = jobs / end;
  const share = (part: number) => `${(100 * part).toFixed(0)} %`;
  const cells: [string, number][] = [
    [String(workers), 7],
    [rate.toFixed(1), 8],
    [share((rate * seconds) / (workers * slots)), 20],
    [share(database.busy / end / cores), 15],
    [share(coordinator.busy / end), 13],
    ...[0.5, 0.99].map((p): [string, number] => [
      `${(1000 * (quantile(waits, p) ?? 0)).toFixed(0)} ms`,
      p < 0.9 ? 26 : 9,
    ]),
    [String(workers * CONNECTIONS), 12],
  ];
  return cells.map(([cell, width]) => cell.padStart(width)).join("");
}
