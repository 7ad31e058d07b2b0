/**
 * The report of many executions, and how it feels in a browser. Makes an invented run of so many scenarios x 18 configurations with so many
 * repeats (results of tools are short in it), then scores, draws and builds it as `run` does, in one process, and measures each stage:
 * seconds, and peak resident memory of the whole tree of processes (Framework's build is a child); then the pages in Chromium.
 *
 *     node --import tsx perf/report.ts [executions = 20000] [scenarios = 16] [levels of up to three further factors, such as 4,7]
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { StageContext } from "../harness/dag/stage.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { keepHeapSmall } from "../harness/record/engine/thrifty-heap.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { scoreStage } from "../harness/run/stages/score/index.ts";
import { plotsStage } from "../harness/show/plots/index.ts";
import { reportStage } from "../harness/show/report/index.ts";
import { measureBrowser } from "./report/browser-times.ts";
import { watchMemory } from "./report/tree-memory.ts";

keepHeapSmall();
const folder = await mkdtemp(join(tmpdir(), "scopebench-perf-report-"));
try {
  const runDirectory = join(folder, "run");
  const invent = join(import.meta.dirname, "report/invent-run.ts");
  execFileSync(process.execPath, [
    "--import",
    "tsx",
    invent,
    runDirectory,
    process.argv[2] ?? "20000",
    process.argv[3] ?? "16",
    process.argv[4] ?? "",
  ]);
  const context: StageContext = {
    runDirectory,
    config: configSchema.parse(JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8"))),
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: folder, log: () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  for (const stage of [scoreStage, plotsStage, reportStage]) {
    const start = performance.now();
    const { result, peak } = await watchMemory(() => stage.run(context));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const load = loadavg()[0]?.toFixed(1);
    console.log(
      `${stage.name}: ${result}; ${seconds} s, tree ${peak.tree} MB, largest process ${peak.largest} MB, load ${load}`,
    );
  }
  console.log(await measureBrowser(runPath(runDirectory, "report")));
} finally {
  await rm(folder, { recursive: true, force: true });
}
