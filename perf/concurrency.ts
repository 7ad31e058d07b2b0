/**
 * Many executions in flight in one process: a run over a model that answers after a second, behind an OpenAI-compatible
 * address in another process. Says how long the executions took beside the ideal (calls x latency / concurrency), the lag of
 * the event loop, CPU and peak memory, each concurrency in a process of its own. The provider's limit is found as always,
 * from four requests on, which is part of the wall time.
 *
 *   node --import tsx perf/concurrency.ts [concurrency] [seconds] [latency ms]      default 4,64,256, 60 and 1000
 */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Calls of an execution, about, and scenarios of the run: they decide how many repeats fill the time. */
const CALLS = 10;
const SCENARIOS = 24;

const [levels = "4,64,256", seconds = "60", latency = "1000"] = process.argv.slice(2);
const flags = ["--import", "tsx"];
const provider = fork(join(import.meta.dirname, "concurrency/provider.ts"), [latency], { execArgv: flags });
const { url } = await heardOf<{ url: string }>(provider);
console.log(`a model of ${latency} ms; load average ${loadavg()[0]?.toFixed(1)}`);
console.log("in flight  executions  calls    wall  of ideal  lag p50  p99   max  CPU an execution  a call  peak");
for (const level of levels.split(",").map(Number)) console.log(await measure(level));
provider.kill();

async function measure(concurrency: number): Promise<string> {
  const repeats = Math.max(1, Math.round((concurrency * Number(seconds) * 1000) / Number(latency) / CALLS / SCENARIOS));
  const script = join(import.meta.dirname, "concurrency/run.ts");
  const args = [...flags, script, url, String(concurrency), String(repeats), String(SCENARIOS)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  provider.send("calls");
  const { calls } = await heardOf<{ calls: number }>(provider);
  const { executions, failed, wallMs, cpuMs, lagMs, peakMb } = JSON.parse(stdout.trim().split("\n").at(-1)!);
  if (failed > 0) console.log(`${failed} executions failed`);
  const ideal = (calls * Number(latency)) / concurrency;
  const cells: [string, number][] = [
    ...([
      [String(concurrency), 9],
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
    [`${peakMb} MB`, 9],
  ];
  return cells.map(([cell, width]) => cell.padStart(width)).join("");
}

async function heardOf<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, "message")) as [T];
  return message;
}
