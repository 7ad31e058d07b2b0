/**
 * Disasters of a run over a queue, at random moments of it: workers killed, started, stopped, frozen past their heartbeat and woken; the
 * coordinator killed and resumed; PostgreSQL restarted, stopped, killed, frozen; connections cut, sessions ended; pg-boss' clock
 * moved by an hour; with --faketime a worker's clock, too; with --tiny PostgreSQL's disk full. After each round every execution must be there once and as it should be, and nothing of the run may be left: no run,
 * record, job or queue in the database, no process that does not end. Prints a line a round, with the seconds until what a dead
 * worker held was begun again. Exits with 1 when any round is not as it should be; what its processes said then lies in the folder.
 *
 *   node --import tsx scripts/queue-chaos.ts [rounds, default 20] [--seed <n>] [--first <round>] [--home <folder>] [--downloads <folder>] [--keep <folder>]
 *     [--only <part of a disaster's name>] [--faketime <libfaketimeMT.so.1>] [--tiny <folder of PostgreSQL's user, with another called database in it, on a file system of some 64 MB>]
 *
 * Queue, coordinator and workers are the real ones; executions only wait for a second and leave what follows from their key.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { fs, sleep } from "zx";
import { makeRandom } from "../base/random.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { createRun } from "../harness/record/run-directory/create.ts";
import { argumentsOf } from "./arguments.ts";
import { type Disturbed, start } from "./outage-rounds/disturbances.ts";
import { startProxy } from "./outage-rounds/proxy.ts";
import { Actors } from "./queue-chaos/actors.ts";
import { DISASTERS, type Means, possible } from "./queue-chaos/disturb.ts";
import { executionOf } from "./queue-chaos/execution.ts";
import { postgres } from "./services/postgres.ts";

const [EXECUTIONS, WORKERS, SLOTS, LATENCY_MS] = [90, 3, 4, 1000];
const LONGEST_MS = 180_000;
const VARIABLE = "SCOPEBENCH_POSTGRES_URL";
const { values, positionals } = argumentsOf(import.meta.filename, {
  seed: { type: "string", default: "1" },
  first: { type: "string", default: "1" },
  home: { type: "string", default: ".scopebench/queue-chaos" },
  downloads: { type: "string" },
  keep: { type: "string" },
  only: { type: "string", default: "" },
  faketime: { type: "string" },
  tiny: { type: "string" },
});
const [first, rounds] = [Number(values.first), Number(positionals[0] ?? 20)];
/** A queue's Node reads TypeScript by itself. */
const node = (script: string, ...args: (string | number)[]) => [
  ...[process.execPath, fileURLToPath(new URL(`./queue-chaos/${script}`, import.meta.url))],
  ...args.map(String),
];

const home = resolve(values.home);
const server: Disturbed = {
  service: postgres,
  context: {
    folder: join(home, "postgres"),
    downloads: resolve(values.downloads ?? join(home, "downloads")),
    log: console.error,
  },
  proxy: await startProxy(),
  variable: VARIABLE,
};
const folder = await mkdtemp(join(tmpdir(), "scopebench-chaos-"));
const means: Means = { tiny: values.tiny, faketime: values.faketime };
const names = possible(means).filter((name) => name.includes(values.only));
try {
  const through = (await start(server))[VARIABLE] as string;
  await query("DROP SCHEMA IF EXISTS scopebench_queue, scopebench_jobs CASCADE");
  if (means.tiny) {
    await query("DROP TABLESPACE IF EXISTS tiny");
    await query(`CREATE TABLESPACE tiny LOCATION '${join(resolve(means.tiny), "database")}'`);
    await query("ALTER ROLE CURRENT_USER SET default_tablespace = tiny");
  }
  const faults: string[] = [];
  for (let round = first; round < first + rounds; round++) faults.push(...(await oneRound(round, through)));
  console.log(
    faults.length === 0 ? `${rounds} rounds as they should be` : `${faults.length} faults in ${rounds} rounds`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await server.service.stop(server.context);
  await server.proxy.close();
  await rm(folder, { recursive: true, force: true });
}

async function direct(): Promise<string> {
  return (await server.service.status(server.context))?.environment[VARIABLE] ?? "";
}

async function query<T>(text: string): Promise<T[]> {
  const client = new Client(await direct());
  await client.connect();
  try {
    return (await client.query(text)).rows as T[];
  } finally {
    await client.end();
  }
}

async function oneRound(round: number, url: string): Promise<string[]> {
  const random = makeRandom(Number(values.seed), `round ${round}`);
  const log = () => undefined;
  const models = [{ name: "m", provider: "policy", model: "sprinter" }];
  const config = configSchema.parse({ models, runs_dir: join(folder, "runs") });
  const runDirectory = await createRun(config, makeEffects({ environment: {}, log }));
  const output = join(folder, `made-${round}.jsonl`);
  const coordinator = node("coordinator.ts", runDirectory, EXECUTIONS, output);
  const environment = {
    ...{ ...process.env, SCOPEBENCH_QUEUE_URL: url },
    NODE_COMPILE_CACHE: join(home, "compiled"), // Hundreds of processes, each of the same code.
  };
  const actors = new Actors({
    ...{ worker: node("worker.ts", SLOTS, LATENCY_MS), coordinator: [coordinator, coordinator] },
    ...{ cwd: process.cwd(), environment },
    clocks: { folder, library: means.faketime },
  });
  const begun = performance.now();
  actors.startCoordinator();
  for (let worker = 0; worker < WORKERS; worker++) actors.startWorker();
  const planned = Array.from({ length: 1 + Math.floor(random() * 2) }, () => ({
    name: names[Math.floor(random() * names.length)] as string,
    at: Math.floor(EXECUTIONS * (0.05 + 0.6 * random())),
  })).sort((a, b) => a.at - b.at);
  const met: string[] = [];
  const takeOvers: number[] = [];
  const watches: Promise<void>[] = [];
  const died = async () => {
    watches.push(
      takenOver(performance.now(), await now()).then((seconds) => void (seconds !== null && takeOvers.push(seconds))),
    );
  };
  for (const { name, at } of planned) {
    if (!(await hasMade(at, actors))) continue;
    met.push(`${name} at ${at}`);
    await DISASTERS[name]?.({ means, actors, server, random, url: direct, died });
  }
  const code = await actors.coordinatorEnded(LONGEST_MS);
  const ended = (performance.now() - begun) / 1000;
  const left = await actors.stop(40_000);
  await Promise.all(watches);
  const faults = await faultsOf({ code, left, output });
  const takeOver = takeOvers.length > 0 ? `; taken over after ${takeOvers.map((s) => s.toFixed(1)).join(", ")} s` : "";
  const twice = /(\d+) records? made a second time/.exec(actors.said())?.[1];
  const dropped = twice ? `; ${twice} made twice` : "";
  console.log(
    `round ${round}: ${met.join(", ") || "nothing met"}; ${ended.toFixed(0)} s${takeOver}${dropped}: ${faults.length > 0 ? faults.join("; ") : "as it should be"}`,
  );
  if (faults.length > 0 && values.keep) {
    await fs.ensureDir(values.keep);
    await writeFile(join(values.keep, `round-${round}.txt`), actors.said());
  }
  if (faults.length > 0) await query("DROP SCHEMA IF EXISTS scopebench_queue, scopebench_jobs CASCADE");
  await rm(runDirectory, { recursive: true, force: true });
  return faults;
}

async function now(): Promise<Date> {
  const [row] = await query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return row!.now;
}

/** Waits until so many executions were made, or all that there are. False where it is too late for anything. */
async function hasMade(executions: number, actors: Actors): Promise<boolean> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await sleep(100)) {
    const [row] = await query<{ made: number; runs: number }>(
      `SELECT (SELECT count(*)::int FROM scopebench_queue.records) AS made, (SELECT count(*)::int FROM scopebench_queue.runs) AS runs`,
    ).catch(() => []);
    if ((row && row.made >= EXECUTIONS) || actors.coordinatorIsOver()) return false;
    if (row && row.made >= executions) return true;
  }
  return false;
}

/** Seconds until a job that was begun before is begun again; null where the run is over first. */
async function takenOver(clock: number, since: Date): Promise<number | null> {
  for (const end = clock + 60_000; performance.now() < end; await sleep(200)) {
    const rows = await query<{ n: number; runs: number }>(
      `SELECT (SELECT count(*)::int FROM scopebench_jobs.job WHERE retry_count > 0 AND state = 'active' AND started_on > '${since.toISOString()}') AS n,
         (SELECT count(*)::int FROM scopebench_queue.runs) AS runs`,
    ).catch(() => []);
    if (rows[0]?.n) return (performance.now() - clock) / 1000;
    if (rows[0]?.runs === 0) return null;
  }
  return null;
}

async function faultsOf(round: { code: number | null; left: number; output: string }): Promise<string[]> {
  const lines = (await readFile(round.output, "utf8").catch(() => "")).trimEnd().split("\n");
  const expected = Array.from({ length: EXECUTIONS }, (_, repeat) => {
    const key = { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat } as const;
    return JSON.stringify(executionOf(key));
  });
  const [there] = await query<{ left: string }>(
    `SELECT concat_ws(', ', nullif((SELECT count(*) FROM scopebench_queue.runs), 0) || ' runs', nullif((SELECT count(*) FROM scopebench_queue.records), 0) || ' records',
       nullif((SELECT count(*) FROM scopebench_jobs.job), 0) || ' jobs', nullif((SELECT count(*) FROM scopebench_jobs.queue WHERE name LIKE '%/%'), 0) || ' queues') AS left`,
  );
  return [
    ...(round.code === 0 ? [] : [`the coordinator ended with ${round.code}`]),
    ...(round.left === 0 ? [] : [`${round.left} processes did not end`]),
    ...(lines.length === EXECUTIONS ? [] : [`${lines.length} of ${EXECUTIONS} executions`]),
    ...(lines.toSorted().join("\n") === expected.toSorted().join("\n") ? [] : ["executions are not as they should be"]),
    ...(there?.left ? [`left in the database: ${there.left}`] : []),
  ];
}
