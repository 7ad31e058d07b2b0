/**
 * What the process holds while it executes, read back and scored: many cheap executions (one stand-in over a few scenarios of a
 * small corpus, repeated), the memory after a full collection every so many of them, and the slope in kB an execution over the
 * second half. `rss` counts everything, the databases' WebAssembly among it.
 *
 *   node --expose-gc --import tsx perf/memory.ts [--executions 20000] [--every 1000] [--until extract] [--snapshots FOLDER]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeHeapSnapshot } from "node:v8";
import type { RunEvent } from "../harness/dag/runner.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { makeEffects } from "../harness/record/effects.ts";
import { keepHeapSmall } from "../harness/record/engine/thrifty-heap.ts";
import { createRun } from "../harness/record/run-directory/create.ts";
import { STAGE_NAMES, type StageName } from "../harness/record/run-directory/graph.ts";
import { runSession } from "../harness/run/start/session.ts";

const SCENARIOS = 5;
/** As many as a configuration may have. */
const REPEATS = 100;
const { values: flags } = parseArgs({
  options: {
    executions: { type: "string", default: "20000" },
    every: { type: "string", default: "1000" },
    until: { type: "string", default: "extract" },
    model: { type: "string", default: "sprinter" },
    snapshots: { type: "string" },
  },
});
const { gc } = globalThis as { gc?: () => void };
if (!gc) throw new Error("expected node --expose-gc");
keepHeapSmall();

const folder = await mkdtemp(join(tmpdir(), "scopebench-memory-"));
const rows: { done: number; rss: number; heap: number; external: number }[] = [];
try {
  const config = configSchema.parse({
    corpus: { type: "telecom", seed: 7, scale: 0.02 },
    scenarios: { total: SCENARIOS, seed: 3 },
    models: Array.from({ length: Math.ceil(Number(flags.executions) / SCENARIOS / REPEATS) }, (_, at) => ({
      name: `${flags.model}-${at + 1}`,
      provider: "policy",
      model: flags.model,
    })),
    workflows: ["react"],
    knowledge: ["prompt"],
    repeats: REPEATS,
    runs_dir: join(folder, "runs"),
  });
  const effects = makeEffects({
    environment: { ...process.env, SCOPEBENCH_CACHE: join(folder, "cache") },
    log: console.error,
  });
  const only = STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(flags.until as StageName) + 1);
  const runDirectory = await createRun(config, effects);
  console.log("stage     done      rss  V8 heap  external  array buffers  seconds (MB, after a collection)");
  await runSession({ runDirectory, config, effects, signal: new AbortController().signal, listen, only });
  console.log(`peak of the process ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  const half = rows.slice(Math.floor(rows.length / 2));
  for (const part of ["rss", "heap", "external"] as const) console.log(`${part}: ${slope(half, part)} kB an execution`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function listen(event: RunEvent): void {
  if (event.type !== "stage-progress") return;
  const { done } = event.step;
  if (done % Number(flags.every) !== 0 && done !== 1) return;
  gc?.();
  const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const [total, heap, outside, buffers] = [rss, heapUsed, external, arrayBuffers].map((bytes) => bytes / 2 ** 20) as [
    number,
    number,
    number,
    number,
  ];
  const cells = [done, total.toFixed(0), heap.toFixed(1), outside.toFixed(1), buffers.toFixed(1)].map((cell) =>
    String(cell).padStart(9),
  );
  console.log(`${event.stage.padEnd(8)}${cells.join("")} ${process.cpuUsage().user / 1e6}`);
  if (event.stage !== "execute") return;
  rows.push({ done, rss: total, heap, external: outside });
  if (flags.snapshots) writeHeapSnapshot(join(flags.snapshots, `${done}.heapsnapshot`));
}

/** Least squares, in kB an execution. */
function slope(points: typeof rows, part: "rss" | "heap" | "external"): string {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ done }) => done)), mean(points.map((point) => point[part]))];
  const covariance = points.reduce((sum, point) => sum + (point.done - x) * (point[part] - y), 0);
  return ((1024 * covariance) / points.reduce((sum, { done }) => sum + (done - x) ** 2, 0)).toFixed(1);
}
