/**
 * Kills a run with SIGKILL at random moments of each stage, resumes it, and compares its metrics with those of a run
 * that nobody disturbed; first the same of a second run of equal seed, and of one that replays the first one's recording. Prints a line
 * each; exits with 1 when any differs.
 *
 *   node --import tsx scripts/kill-and-resume.ts [moments per stage, default 3] [--stages execute,judge] [-- flags of `scopebench run`, default --limit 4]
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { $, fs, glob, type ProcessPromise, sleep } from "zx";
import { makeRandom } from "../base/random.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { STAGE_NAMES, type StageName } from "../harness/dag/graph.ts";
import type { Manifest } from "../harness/run-directory/manifest.ts";
import { argumentsOf } from "./arguments.ts";

const BIN = fileURLToPath(new URL("../harness/bin.ts", import.meta.url));
const separator = process.argv.indexOf("--");
const flags = separator < 0 ? ["--limit", "4"] : process.argv.slice(separator + 1);
const { values, positionals } = argumentsOf(
  import.meta.filename,
  { stages: { type: "string", default: STAGE_NAMES.join(",") } },
  separator < 0 ? undefined : process.argv.slice(2, separator),
);
const [given = "3"] = positionals;
const stages = STAGE_NAMES.filter((name) => values.stages.split(",").includes(name));
const moments = Number(given) || 3;
const random = makeRandom("kill-and-resume", moments);

process.exitCode = await withScratchFolder("kill", async (folder) => {
  const reference = join(folder, "reference");
  const recording = join(folder, "reference.recording");
  await finished(scopebench("run", ...flags, "--runs-dir", reference, "--record", recording));
  const expected = await metricsOf(reference);
  const durations = (await manifestOf(reference))?.stages ?? {};
  const verdicts: boolean[] = [];
  for (const [what, more] of [
    ["again", []],
    ["replayed", ["--replay", recording]],
  ] as const) {
    const runs = join(folder, what);
    await finished(scopebench("run", ...flags, "--runs-dir", runs, ...more));
    const same = (await metricsOf(runs)) === expected;
    verdicts.push(same);
    console.log(`${what}: ${same ? "same metrics" : "DIFFERENT"}`);
  }
  for (const stage of stages) {
    let hits = 0;
    for (let attempt = 0; hits < moments && attempt < 4 * moments; attempt++) {
      const runs = join(folder, `${stage}-${attempt}`);
      const wait = (random() * (durations[stage]?.duration_ms ?? 0)) / (1 + attempt / moments);
      if (await killIn(stage, wait, runs)) {
        hits++;
        await finished(scopebench("resume", "latest", "--runs-dir", runs));
        const same = (await metricsOf(runs)) === expected;
        verdicts.push(same);
        const when = `${stage.padEnd(11)} killed ${wait.toFixed(0).padStart(6)} ms in`;
        console.log(`${when}: ${same ? "same metrics" : "DIFFERENT"}`);
      }
      await fs.remove(runs);
    }
    if (hits < moments) console.log(`${stage.padEnd(11)} over too soon: hit ${hits} of ${moments} times`);
  }
  const different = verdicts.filter((same) => !same).length;
  console.log(different === 0 ? `${verdicts.length} runs, the same metrics after each` : `${different} differ`);
  return different === 0 ? 0 : 1;
});

/** Starts a run, waits for the stage, then some milliseconds more, then SIGKILL. True when the stage was still running. */
async function killIn(stage: StageName, waitMs: number, runs: string): Promise<boolean> {
  const run = scopebench("run", ...flags, "--runs-dir", runs);
  while ((await manifestOf(runs))?.stages[stage] === undefined && run.stage === "running") await sleep(5);
  await sleep(waitMs);
  await run.kill("SIGKILL");
  await run;
  return (await manifestOf(runs))?.stages[stage]?.status === "running";
}

function scopebench(...args: readonly string[]): ProcessPromise {
  return $({ quiet: true, nothrow: true })`${process.execPath} --import ${import.meta.resolve("tsx")} ${BIN} ${args}`;
}

async function finished(run: ProcessPromise): Promise<void> {
  const { exitCode, signal, stderr } = await run;
  if (exitCode !== 0 && exitCode !== 2) throw new Error(`exit ${exitCode ?? signal}: ${stderr.slice(-2000)}`);
}

/** The manifest of the only run in a folder, or null while there is none. */
async function manifestOf(runs: string): Promise<Manifest | null> {
  const [path] = await glob(`${runs}/*/manifest.json`);
  return path === undefined ? null : ((await fs.readJson(path).catch(() => null)) as Manifest | null);
}

/** Every file of `metrics/` but the timings, by name. */
async function metricsOf(runs: string): Promise<string> {
  const files = await glob(`${runs}/*/metrics/**`, { ignore: [`${runs}/*/metrics/**/timing*`] });
  const texts = files.sort().map(async (file) => [file.split("/metrics/")[1], await fs.readFile(file, "utf8")]);
  return JSON.stringify(await Promise.all(texts));
}
