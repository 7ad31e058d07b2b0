/**
 * Many executions in flight in one process: a run over a model that answers after a second, behind an OpenAI-compatible
 * address in another process. Says how long the executions took beside the ideal (calls x latency / concurrency), the lag of
 * the main thread's event loop, CPU and peak memory, each concurrency in a process of its own. The provider's limit is found
 * as always, from four requests on, which is part of the wall time. The model's own CPU, which takes from the same
 * processors, stands beside that of the run.
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

const [levels = "4,64,256", seconds = "60", latency = "1000", threads = "1"] = process.argv.slice(2);
const flags = ["--import", "tsx"];
const provider = fork(join(import.meta.dirname, "concurrency/provider.ts"), [latency], { execArgv: flags });
const { url } = await heardOf<{ url: string }>(provider);
console.log(`a model of ${latency} ms; load average ${loadavg()[0]?.toFixed(1)}`);
console.log(
  "in flight  threads  executions  calls    wall  of ideal  lag p50  p99   max  CPU an execution  a call  the model     peak",
);
for (const level of levels.split(",").map(Number))
  for (const count of threads.split(",").map(Number)) console.log(await measure(level, count));
provider.kill();

async function measure(concurrency: number, threads: number): Promise<string> {
  const repeats = Math.max(1, Math.round((concurrency * Number(seconds) * 1000) / Number(latency) / CALLS / SCENARIOS));
  const script = join(import.meta.dirname, "concurrency/run.ts");
  const args = [...flags, script, url, String(concurrency), String(repeats), String(SCENARIOS), String(threads)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  provider.send("calls");
  const { calls, cpuMs: modelMs } = await heardOf<{ calls: number; cpuMs: number }>(provider);
  const { executions, failed, wallMs, cpuMs, lagMs, peakMb } = JSON.parse(stdout.trim().split("\n").at(-1)!);
  if (failed > 0) console.log(`${failed} executions failed`);
  const ideal = (calls * Number(latency)) / concurrency;
  const cells: [string, number][] = [
    ...([
      [String(concurrency), 9],
      [String(threads), 9],
      [String(executions), 12],
      [String(calls), 7],
    ] as [string, number][]),
    ...([
      [`${(wallMs / 1000).toFixed(1)} s`, 8],
      [(wallMs / ideal).toFixed(2), 10],
    ] as [string, number][]),
    ...lagMs.map((ms: number, at: number): [string, number] => [String(ms), [9, 5, 6][at]!]),
    ...([
      [`${(cpuMs / executions).toFixed(0)} ms`, 18],
      [`${(cpuMs / calls).toFixed(1)} ms`, 8],
    ] as [string, number][]),
    [`${(modelMs / calls).toFixed(1)} ms`, 10],
    [`${peakMb} MB`, 9],
  ];
  return cells.map(([cell, width]) => cell.padStart(width)).join("");
}

async function heardOf<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, "message")) as [T];
  return message;
}
