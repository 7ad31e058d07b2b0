/**
 * Many executions in flight in one process: a run over a model that answers after a second, behind an OpenAI-compatible
 * address in another process, each concurrency in a process of its own. Says what a long run has, from when the provider's limit,
 * which is found as always, from four requests on, has come to the concurrency, to when the last execution begins: time beside the
 * ideal (calls x latency / concurrency), CPU a call. Then the same of the whole run, whose start and end, when places stay
 * empty, are a large part of a short one; lag of the main thread's event loop, peak memory, and the CPU of the model itself, which takes
 * from the same processors.
 *
 *   node --import tsx perf/concurrency.ts [concurrency] [seconds] [latency ms] [threads]      default 4,64,256, 60, 1000 and 1
 *
 * Several numbers of threads, such as 1,2, are held side by side at each concurrency.
 */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Calls of an execution, about, and scenarios of the run: they decide how many repeats fill the time. */
const CALLS = 10;
const SCENARIOS = 24;
/** Of requests to a provider that nothing is known of. It doubles with each round trip. */
const FIRST_LIMIT = 4;

/** Titles at the widths that their cells have. */
const COLUMNS =
  "in flight|  threads|  executions|  calls|  steady: of ideal|  CPU a call|  whole: wall|  of ideal|  CPU a call|  lag p50|   p99|   max|  the model|     peak"
    .split("|")
    .map((title) => [title, title.length] as const);

const [levels = "4,64,256", seconds = "60", latency = "1000", threads = "1"] = process.argv.slice(2);
const flags = ["--import", "tsx"];
const provider = fork(join(import.meta.dirname, "concurrency/provider.ts"), [latency], { execArgv: flags });
const { url } = await heardOf<{ url: string }>(provider);
console.log(`a model of ${latency} ms; load average ${loadavg()[0]?.toFixed(1)}`);
console.log(COLUMNS.map(([title, width]) => title.padStart(width)).join(""));
for (const level of levels.split(",").map(Number))
  for (const count of threads.split(",").map(Number)) console.log(await measure(level, count));
provider.kill();

async function measure(concurrency: number, threads: number): Promise<string> {
  const repeats = Math.max(1, Math.round((concurrency * Number(seconds) * 1000) / Number(latency) / CALLS / SCENARIOS));
  const script = join(import.meta.dirname, "concurrency/run.ts");
  const args = [...flags, script, url, String(concurrency), String(repeats), String(SCENARIOS), String(threads)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  provider.send("calls");
  const model = await heardOf<{ asked: number[]; cpuMs: number }>(provider);
  const run: Run = JSON.parse(stdout.trim().split("\n").at(-1)!);
  if (run.failed > 0) console.log(`${run.failed} executions failed`);
  const calls = model.asked.length;
  const ofIdeal = (wallMs: number, calls: number) => (wallMs / ((calls * Number(latency)) / concurrency)).toFixed(2);
  const steady = steadyPart(run, model.asked, concurrency);
  const cells = [
    ...[`${concurrency}`, `${threads}`, `${run.executions}`, `${calls}`],
    ...(steady ? [ofIdeal(steady.wallMs, steady.calls), `${(steady.cpuMs / steady.calls).toFixed(1)} ms`] : ["", ""]),
    ...[`${(run.wallMs / 1000).toFixed(1)} s`, ofIdeal(run.wallMs, calls), `${(run.cpuMs / calls).toFixed(1)} ms`],
    ...run.lagMs.map(String),
    ...[`${(model.cpuMs / calls).toFixed(1)} ms`, `${run.peakMb} MB`],
  ];
  return cells.map((cell, at) => cell.padStart(COLUMNS[at]![1])).join("");
}

/** What perf/concurrency/run.ts prints; times are epochs. */
interface Run {
  executions: number;
  failed: number;
  wallMs: number;
  cpuMs: number;
  readings: { at: number; cpuMs: number }[];
  allBegun: number;
  lagMs: number[];
  peakMb: number;
}

/** Null for a run that is over before it is steady. */
function steadyPart({ readings, allBegun }: Run, asked: readonly number[], concurrency: number) {
  const roundTrips = 1 + Math.max(0, Math.ceil(Math.log2(concurrency / FIRST_LIMIT)));
  const from = asked[0]! + roundTrips * Number(latency);
  const within = readings.filter(({ at }) => at >= from && at <= allBegun);
  const [first, last] = [within[0], within.at(-1)];
  if (!first || !last || last.at - first.at < 2 * Number(latency)) return null;
  const calls = asked.filter((at) => at >= first.at && at < last.at).length;
  return { wallMs: last.at - first.at, cpuMs: last.cpuMs - first.cpuMs, calls };
}

async function heardOf<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, "message")) as [T];
  return message;
}
