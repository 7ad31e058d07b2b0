/**
 * Kills a run with SIGKILL at random moments of each stage, resumes it, and compares its metrics with those of a run
 * that nobody disturbed. Prints a line a kill; exits with 1 when any differs.
 *
 *   node --import tsx scripts/kill-and-resume.ts [moments per stage] [-- flags of `scopebench run`]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { makeRandom } from "../base/random.ts";
import { STAGE_NAMES, type StageName } from "../harness/dag/stage.ts";
import type { Manifest } from "../harness/run-directory/manifest.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const separator = process.argv.indexOf("--");
const moments = Number(process.argv[2] ?? 3) || 3;
const flags = separator < 0 ? ["--limit", "4"] : process.argv.slice(separator + 1);
const folder = await mkdtemp(join(tmpdir(), "scopebench-kill-"));
const random = makeRandom("kill-and-resume", moments);

const reference = join(folder, "reference");
await finished(start(["run", ...flags, "--runs-dir", reference]));
const expected = await metricsOf(reference);
const durations = (await manifestOf(reference))?.stages ?? {};

let kills = 0;
let different = 0;
for (const stage of STAGE_NAMES) {
  let hits = 0;
  for (let attempt = 0; hits < moments && attempt < 4 * moments; attempt++) {
    const runs = join(folder, `${stage}-${attempt}`);
    const wait = (random() * (durations[stage]?.duration_ms ?? 0)) / (1 + attempt / moments);
    const hit = await killIn(stage, wait, runs);
    if (hit) {
      hits++;
      kills++;
      await finished(start(["resume", "latest", "--runs-dir", runs]));
      const same = JSON.stringify(await metricsOf(runs)) === JSON.stringify(expected);
      if (!same) different++;
      console.log(
        `${stage.padEnd(11)} killed ${wait.toFixed(0).padStart(6)} ms in: ${same ? "same metrics" : "DIFFERENT"}`,
      );
    }
    await rm(runs, { recursive: true, force: true });
  }
  if (hits < moments) console.log(`${stage.padEnd(11)} over too soon: hit ${hits} of ${moments} times`);
}
await rm(folder, { recursive: true, force: true });
console.log(different === 0 ? `${kills} kills, the same metrics after each` : `${different} differ`);
process.exitCode = different === 0 ? 0 : 1;

/** Starts a run, waits for the stage, then some milliseconds more, then SIGKILL. True when the stage was still running. */
async function killIn(stage: StageName, waitMs: number, runs: string): Promise<boolean> {
  const child = start(["run", ...flags, "--runs-dir", runs]);
  const over = finished(child).catch(() => undefined);
  while ((await manifestOf(runs))?.stages[stage] === undefined && child.exitCode === null) await sleep(5);
  await sleep(waitMs);
  child.kill("SIGKILL");
  await over;
  return (await manifestOf(runs))?.stages[stage]?.status === "running";
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--import", import.meta.resolve("tsx"), BIN, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function finished(child: ChildProcess): Promise<void> {
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code, signal) =>
      code === 0 || code === 2 ? resolve() : reject(new Error(`exit ${code ?? signal}: ${errors.slice(-2000)}`)),
    );
  });
}

/** The manifest of the only run in a folder, or null while there is none. */
async function manifestOf(runs: string): Promise<Manifest | null> {
  const [run] = await readdir(runs).catch(() => []);
  if (run === undefined) return null;
  return readFile(join(runs, run, "manifest.json"), "utf8").then(
    (text) => JSON.parse(text) as Manifest,
    () => null,
  );
}

/** Every file of `metrics/` but the timings, by name. */
async function metricsOf(runs: string): Promise<Record<string, string>> {
  const [run = ""] = await readdir(runs);
  const root = join(runs, run, "metrics");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("timing"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(root.length), await readFile(file, "utf8")] as const)),
  );
}
