/**
 * What one call of a model takes of the processors, and whose code it is: a run over a model that answers at once, behind an
 * OpenAI-compatible address in another process, warmed up by its first executions. Says the CPU a call of the main thread,
 * of the databases' threads and of V8's, then the main thread's shares by package (samples of its CPU profile, each
 * counted for the nearest package or folder of ours above it; the sampling itself is left out).
 *
 *   node --import tsx perf/calls.ts [repeats] [in flight] [workflow]      default 6, 16 and react
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { configSchema } from "../harness/record/config/schema.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { keepHeapSmall } from "../harness/record/engine/thrifty-heap.ts";
import { createRun } from "../harness/record/run-directory/create.ts";
import { runSession } from "../harness/run/start/session.ts";
import { measureProcess } from "./calls/measure.ts";

/** Milliseconds of an answer: long enough that several are under way. */
const LATENCY_MS = "60";
const SCENARIOS = 24;

const [repeats = "6", concurrency = "16", workflow = "react"] = process.argv.slice(2);
keepHeapSmall();
const provider = fork(join(import.meta.dirname, "concurrency/provider.ts"), [LATENCY_MS], {
  execArgv: ["--import", "tsx"],
});
const { url } = (await once(provider, "message"))[0] as { url: string };
const folder = await mkdtemp(join(tmpdir(), "scopebench-calls-"));
const config = configSchema.parse({
  scenarios: { total: SCENARIOS, seed: 3 },
  models: [{ name: "m", provider: "openai", model: "m", base_url: url, api_key_env: "KEY" }],
  workflows: [workflow],
  knowledge: ["prompt"],
  ...{ repeats: Number(repeats), concurrency: Number(concurrency), runs_dir: join(folder, "runs") },
});
const effects = makeEffects({ environment: { ...process.env, KEY: "none" }, log: console.error });
const runDirectory = await createRun(config, effects);
let finish: (() => string[]) | undefined;
let from = 0;
let lines: string[] = [];
let asked: Promise<number> | undefined;
await runSession({
  ...{ runDirectory, config, effects, signal: new AbortController().signal, only: ["generate", "execute"] },
  listen(event) {
    if (event.stage !== "execute" || event.type !== "stage-progress") return;
    const { done, total } = event.step;
    if (!finish && done >= SCENARIOS) {
      from = done;
      void callsSince();
      finish = measureProcess();
    }
    if (done < total) return;
    lines = finish?.() ?? [];
    asked = callsSince();
    console.log(`${total - from} executions, ${concurrency} in flight, ${workflow}; load ${loadavg()[0]?.toFixed(1)}`);
  },
});
const calls = await asked!;
console.log(`${calls} calls of the model`);
for (const line of lines)
  console.log(line.replace(/{a call (\S+)}/g, (_, ms) => (Number(ms) / calls).toFixed(2).padStart(6)));
provider.kill();
await rm(folder, { recursive: true });

async function callsSince(): Promise<number> {
  provider.send("calls");
  return ((await once(provider, "message"))[0] as { asked: number[] }).asked.length;
}
