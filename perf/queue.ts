/**
 * What a queue costs: a coordinator and workers as processes over a real PostgreSQL, whose executions only wait as long as
 * a model would. Says jobs a second beside what the slots could do at most, each process' CPU a job, and the coordinator's memory at its peak.
 *
 *   SCOPEBENCH_QUEUE_URL=postgres://... node --import tsx perf/queue.ts [workers] [slots] [seconds] [latency ms] [words a record]
 *     default 1,2,4 workers of 16 slots, 15 seconds of work each, 1000 ms, 8000 words (47 kB); the database's own schemas of a queue are used
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { NO_CEILINGS } from "../harness/dag/ceilings/ceilings.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import type { ExecutionKey } from "../harness/record/domain/records.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { createRun } from "../harness/record/run-directory/create.ts";
import { openWorkerPool } from "../harness/run/queue/coordinator.ts";
import type { Scenario } from "../scenarios/set/schema.ts";

const SCENARIO = { id: "S001", turns: ["what is affected?"] } as unknown as Scenario;

const [counts = "1,2,4", slots = "16", seconds = "15", latency = "1000", words = "8000"] = process.argv.slice(2);
const url = process.env.SCOPEBENCH_QUEUE_URL;
if (!url) throw new Error("SCOPEBENCH_QUEUE_URL is not set");
const log = (message: string): void => console.error(message);
const folder = await mkdtemp(join(tmpdir(), "scopebench-queue-"));
const model = { name: "m", provider: "policy", model: "sprinter" };
const config = configSchema.parse({ models: [model], runs_dir: folder });

console.log(`${slots} slots a worker, executions of ${latency} ms; load average ${loadavg()[0]?.toFixed(1)}`);
console.log("workers    jobs  jobs/s  of ideal  CPU a job: worker  coordinator  its memory");
for (const workers of counts.split(",").map(Number)) console.log(await measure(workers));
await rm(folder, { recursive: true });

async function measure(workers: number): Promise<string> {
  const ideal = (workers * Number(slots) * 1000) / Number(latency);
  const jobs = Math.round(ideal * Number(seconds));
  const pool = await openWorkerPool({ url: url as string, takeOverSeconds: 30, weight: 1, waitMs: 10_000, log });
  const runDirectory = await createRun(config, makeEffects({ environment: {}, log }));
  const signal = new AbortController().signal;
  const dispatcher = await pool.begin({
    runDirectory,
    config,
    snapshot: { hash: "none" },
    agents: {},
    startsAfresh: true,
    signal,
    ceilings: NO_CEILINGS,
    log,
  });
  const started = Array.from({ length: workers }, startWorker);
  await Promise.all(started.map(({ ready }) => ready));
  const before = process.cpuUsage();
  const clock = performance.now();
  const made = Array.from({ length: jobs }, (_, repeat) =>
    dispatcher.make<"execute">({ stage: "execute", key: keyOf(repeat), scenario: SCENARIO }),
  );
  await Promise.all(made);
  const took = (performance.now() - clock) / 1000;
  const own = cpuMs(process.cpuUsage(before)) / jobs;
  await pool.finish(true);
  const spent = await Promise.all(started.map(({ spentMs }) => spentMs));
  await pool.close();
  const theirs = spent.reduce((sum, ms) => sum + ms, 0) / jobs;
  const share = `${((100 * jobs) / took / ideal).toFixed(0)} %`;
  const cells = [String(workers), String(jobs), (jobs / took).toFixed(1), share, `${theirs.toFixed(1)} ms`];
  const memory = `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`;
  const widths = [7, 8, 8, 10, 19];
  return `${cells.map((cell, index) => cell.padStart(widths[index] as number)).join("")}${`${own.toFixed(1)} ms`.padStart(13)}${memory.padStart(12)}`;
}

function keyOf(repeat: number): ExecutionKey {
  return { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat };
}

/** `spentMs`: CPU from its first look for jobs to its end. */
function startWorker(): { ready: Promise<void>; spentMs: Promise<number> } {
  const script = join(import.meta.dirname, "queue/worker.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, slots, latency, words], {
    stdio: ["ignore", "pipe", "inherit"],
    env: process.env,
  });
  let said = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("ready")) resolve();
    });
  });
  const spentMs = new Promise<number>((resolve) => child.on("close", () => resolve(Number(said.split("\n").at(-2)))));
  return { ready, spentMs };
}

function cpuMs({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
