/**
 * A run over a queue beside a local one of the same seed: once undisturbed, once with a worker killed by SIGKILL and the coordinator
 * killed and resumed while executions are made. Compares the run directories file by file: bytes where a file holds no times, else the
 * same records in any order but for times, the threads' names and the worker's. Prints wall time and processor time of each
 * process; exits with 1 when anything differs.
 *
 *   SCOPEBENCH_QUEUE_URL=postgres://... node --import tsx scripts/spread-run.ts [workers, default 4] [--keep <folder>] [-- flags of `scopebench run`]
 */
import { join, resolve } from "node:path";
import { fs, glob, sleep } from "zx";
import { countOf } from "../base/counts.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { argumentsOf } from "./arguments.ts";
import { differences, onlyRun } from "./spread-run/differences.ts";
import { type Scopebench, startScopebench } from "./spread-run/process.ts";

/** Of the executions: when the worker dies, and when the coordinator does. */
const DIES = { worker: 0.3, coordinator: 0.55 };

const separator = process.argv.indexOf("--");
const flags = separator < 0 ? [] : process.argv.slice(separator + 1);
const { values, positionals } = argumentsOf(import.meta.filename, { keep: { type: "string" } });
const workers = Number(positionals[0] ?? 4);

process.exitCode = values.keep
  ? await measure(resolve(values.keep))
  : await withScratchFolder("spread", (folder) => measure(folder));

async function measure(folder: string): Promise<number> {
  console.log(await ended("local", startScopebench("run", ...flags, "--runs-dir", join(folder, "local"))));
  const local = await onlyRun(join(folder, "local"));
  let differ = 0;
  for (const name of ["spread", "disturbed"]) {
    const runs = join(folder, name);
    for (const line of await spread(runs, { disturbed: name === "disturbed", local })) console.log(`${name}: ${line}`);
    const { compared, differing } = await differences(local, await onlyRun(runs));
    console.log(`${name}: ${countOf(compared, "file")} compared with the local run's, ${differing.length} differ`);
    for (const one of differing) console.log(`  ${one}`);
    differ += differing.length;
  }
  return differ > 0 ? 1 : 0;
}

async function spread(runs: string, { disturbed, local }: { disturbed: boolean; local: string }): Promise<string[]> {
  const pool = Array.from({ length: workers }, () => startScopebench("queue", "worker", "--concurrency", "4"));
  const queue = ["--queue", "--take-over", "10", "--runs-dir", runs];
  const lines: string[] = [];
  let coordinator = startScopebench("run", ...flags, ...queue);
  if (disturbed) {
    const all = await executionsOf(local);
    await hasMade(runs, all * DIES.worker);
    pool[0]?.kill("SIGKILL");
    pool.push(startScopebench("queue", "worker", "--concurrency", "4"));
    await hasMade(runs, all * DIES.coordinator);
    coordinator.kill("SIGKILL");
    lines.push(
      `worker killed at ${Math.round(all * DIES.worker)} of ${all} executions, coordinator at ${await executionsOf(await onlyRun(runs))}`,
    );
    await coordinator.ended;
    coordinator = startScopebench("resume", "latest", ...queue);
  }
  lines.push(await ended("coordinator", coordinator));
  for (const worker of pool) worker.kill("SIGTERM");
  for (const [index, worker] of pool.entries()) lines.push(await ended(`worker ${index + 1}`, worker));
  return lines;
}

async function ended(name: string, one: Scopebench): Promise<string> {
  const { code, wallS, cpuS, peakMb } = await one.ended;
  if (code !== 0 && code !== 2 && code !== null) throw new Error(`${name}: exit ${code}: ${one.said().slice(-3000)}`);
  const what = code === null ? "killed after" : "wall";
  const resources = cpuS === null ? "" : `, processor ${cpuS.toFixed(1)} s, peak ${peakMb} MB`;
  return `${name}: ${what} ${wallS.toFixed(1)} s${resources}`;
}

async function hasMade(runs: string, executions: number): Promise<void> {
  for (;;) {
    const run = await onlyRun(runs).catch(() => null);
    if (run !== null && (await executionsOf(run)) >= executions) return;
    await sleep(100);
  }
}

async function executionsOf(run: string): Promise<number> {
  const files = await glob(`${run}/raw_output/*.jsonl`);
  const texts = await Promise.all(files.map((file) => fs.readFile(file, "utf8")));
  return texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}
