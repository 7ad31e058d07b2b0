/**
 * The score stage at the size of the scale set: 18 configurations x 500 scenarios, all metrics, tables and analyses, with all 153 pairs x
 * 6 metrics among them (max-T: 10,000 permutations each). The 9,000 executions are those of a small finished run, dealt out again by seed with
 * recommendations dropped, so that configurations differ. Prints seconds by the clock and of the processor (one core: no threads), peak memory and a hash of all that was written; `--twice` scores
 * again and compares.
 *
 *   node --import tsx perf/score-scale.ts --run runs/<run> [--scenarios 500] [--seed 1] [--twice]
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareText } from "../base/text-order.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { RUN_PATHS } from "../harness/record/run-directory/paths.ts";
import { scoreStage } from "../harness/run/stages/score/index.ts";
import { enlargeRun } from "./score-scale/enlarge-run.ts";

const { values: flags } = parseArgs({
  options: {
    run: { type: "string" },
    scenarios: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    twice: { type: "boolean", default: false },
  },
});
if (flags.run === undefined) throw new Error("expected --run <a finished run>");
const directory = await mkdtemp(join(tmpdir(), "scopebench-score-scale-"));
try {
  const { bytes, config } = await enlargeRun(flags.run, {
    directory,
    scenarios: Number(flags.scenarios),
    seed: Number(flags.seed),
  });
  console.log(`${(bytes / 1e6).toFixed(0)} MB of records`);
  for (let round = 0; round < (flags.twice ? 2 : 1); round++) await score(config);
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function score(config: unknown): Promise<void> {
  await rm(join(directory, RUN_PATHS.metrics), { recursive: true, force: true });
  await mkdir(join(directory, RUN_PATHS.metrics), { recursive: true });
  const start = performance.now();
  const before = process.cpuUsage();
  let scored = 0;
  const summary = await scoreStage.run({
    runDirectory: directory,
    config: configSchema.parse(config),
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: directory, log: () => undefined },
    signal: new AbortController().signal,
    progress: ({ done, total }) => {
      if (done === total) scored = performance.now() - start;
    },
  });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const memory = process.resourceUsage().maxRSS / 1024;
  console.log(
    `${summary}: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of the processor (reading and scoring each execution ${(scored / 1000).toFixed(1)} s), peak ${memory.toFixed(0)} MB, sha256 ${await hashOfFolder(join(directory, RUN_PATHS.metrics))}`,
  );
}

async function hashOfFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort(compareText)) hash.update(file.slice(folder.length)).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}
