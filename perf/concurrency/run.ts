/** One run of perf/concurrency.ts in a process of its own, whose memory is then its own too. Prints one line of JSON. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { RunEvent } from "../../harness/dag/runner.ts";
import { configurationsOf } from "../../harness/record/config/matrix.ts";
import { configSchema } from "../../harness/record/config/schema.ts";
import { makeEffects } from "../../harness/record/effects.ts";
import { keepHeapSmall } from "../../harness/record/engine/thrifty-heap.ts";
import { createRun } from "../../harness/record/run-directory/create.ts";
import { readRecords } from "../../harness/record/run-directory/records.ts";
import { runSession } from "../../harness/run/start/session.ts";

/** Of the lag's timer: what it measures is never less. */
const RESOLUTION_MS = 10;

/** Between two readings of the processor time. */
const READING_MS = 250;

const [url, concurrency, repeats, scenarios, threads] = process.argv.slice(2);
keepHeapSmall();
const folder = await mkdtemp(join(tmpdir(), "scopebench-concurrency-"));
const config = configSchema.parse({
  scenarios: { total: Number(scenarios), seed: 3 },
  models: [{ name: "m", provider: "openai", model: "m", base_url: url, api_key_env: "KEY" }],
  workflows: ["react"],
  knowledge: ["prompt"],
  repeats: Number(repeats),
  concurrency: Number(concurrency),
  threads: Number(threads),
  runs_dir: join(folder, "runs"),
});
const effects = makeEffects({ environment: { ...process.env, KEY: "none" }, log: console.error });
const runDirectory = await createRun(config, effects);
const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let cpu = process.cpuUsage();
const readings: { at: number; cpuMs: number }[] = [];
/** When the last execution began. */
let allBegun = 0;
const reading = setInterval(() => {
  const { user, system } = process.cpuUsage();
  readings.push({ at: Date.now(), cpuMs: (user + system) / 1000 });
}, READING_MS);
await runSession({
  runDirectory,
  config,
  effects,
  signal: new AbortController().signal,
  listen,
  only: ["generate", "execute"],
});
const [configuration] = configurationsOf(config);
const records = await readRecords({ runDirectory, part: "rawOutput", configuration: configuration! });
const starts = records.map(({ started_at }) => Date.parse(started_at));
const ends = records.map(({ duration_ms }, at) => starts[at]! + duration_ms);
console.log(
  JSON.stringify({
    executions: records.length,
    failed: records.filter(({ outcome }) => outcome !== "success").length,
    wallMs: Math.max(...ends) - Math.min(...starts),
    cpuMs: (cpu.user + cpu.system) / 1000,
    ...{ readings, allBegun },
    lagMs: [lag.percentile(50), lag.percentile(99), lag.max].map((ns) => Math.round(ns / 1e6)),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
await rm(folder, { recursive: true });

/** CPU and lag are those of the stage, the opening of its databases among them. */
function listen(event: RunEvent): void {
  if (event.stage !== "execute") return;
  if (event.type === "stage-start") {
    lag.enable();
    cpu = process.cpuUsage();
  }
  if (event.type !== "stage-progress") return;
  const { done, total } = event.step;
  if (done >= total - Number(concurrency)) allBegun ||= Date.now();
  if (done < total) return;
  clearInterval(reading);
  lag.disable();
  cpu = process.cpuUsage(cpu);
}
