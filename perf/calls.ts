/**
 * What one call of a model takes of the processors, and whose code it is: a run over a model that answers at once, behind an
 * OpenAI-compatible address in another process. Says the CPU a call of the main thread, of the databases' threads and of V8's,
 * of the first executions, where databases are opened and code is compiled, and of the second half of the run, where nothing is
 * measured but that. Between the two a CPU profile gives the main thread's shares by package (each sample counted for the nearest
 * package or folder of ours above it; the sampling itself is left out).
 *
 *   node --import tsx perf/calls.ts [repeats] [in flight] [workflow]      default 10, 16 and react
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
import { profileMainThread, threadTimes } from "./calls/measure.ts";

/** Milliseconds of an answer: long enough that several are under way. */
const LATENCY_MS = "60";
const SCENARIOS = 24;

const [repeats = "10", concurrency = "16", workflow = "react"] = process.argv.slice(2);
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
let endProfile: (() => Map<string, number>) | undefined;
let shares = new Map<string, number>();
let before = threadTimes();
const parts: { took: Map<string, number>; calls: Promise<number> }[] = [];
await runSession({
  ...{ runDirectory, config, effects, signal: new AbortController().signal, only: ["generate", "execute"] },
  listen(event) {
    if (event.stage !== "execute") return;
    if (event.type === "stage-start") before = threadTimes();
    if (event.type !== "stage-progress") return;
    const { done, total } = event.step;
    if (done === SCENARIOS) {
      endPart();
      endProfile = profileMainThread();
    }
    if (done === total / 2) {
      shares = endProfile!();
      endPart();
    }
    if (done === total) endPart();
  },
});
const all = await Promise.all(parts.map(async ({ took, calls }) => ({ took, calls: await calls })));
const [start, steady] = [all[0]!, all.at(-1)!];
console.log(
  `${all.map(({ calls }) => calls).join(", ")} calls of the model, ${workflow}, ${concurrency} in flight; load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`${"CPU ms a call".padEnd(34)} start steady`);
for (const kind of ["all", ...steady.took.keys()])
  console.log(`  ${kind.padEnd(32)}${perCall(start, kind)} ${perCall(steady, kind)}`);
console.log("of the main thread");
for (const [who, share] of [...shares].sort(([, a], [, b]) => b - a).filter(([, share]) => share >= 0.01)) {
  const ms = Number(perCall(steady, "main thread")) * share;
  console.log(`  ${who.padEnd(38)}${ms.toFixed(2).padStart(7)} ${(100 * share).toFixed(0)} %`);
}
provider.kill();
await rm(folder, { recursive: true });

async function callsSince(): Promise<number> {
  provider.send("calls");
  return ((await once(provider, "message"))[0] as { asked: number[] }).asked.length;
}

interface Part {
  took: ReadonlyMap<string, number>;
  calls: number;
}

function perCall({ took, calls }: Part, kind: string): string {
  const ms = kind === "all" ? [...took.values()].reduce((sum, each) => sum + each, 0) : (took.get(kind) ?? 0);
  return (ms / calls).toFixed(2).padStart(6);
}

function endPart(): void {
  const now = threadTimes();
  const took = new Map([...now].map(([kind, ms]) => [kind, ms - (before.get(kind) ?? 0)]));
  parts.push({ took, calls: callsSince() });
  before = now;
}
