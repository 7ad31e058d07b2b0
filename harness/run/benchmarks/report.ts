import { stat } from "node:fs/promises";
import { UserError } from "../../../base/user-error.ts";
import { computeIr } from "../../../measure/trec/ir.ts";
import { readQrels } from "../../../measure/trec/qrels.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import { repeatsRange } from "../../record/config/factors/repeats.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import {
  compareWithPublished,
  isWithinList,
  type MeasuredCollection,
  type MeasuredSystem,
  metricsOf,
} from "../../results/benchmarks/compare.ts";
import { RANKERS } from "../../results/benchmarks/rankers.ts";
import { benchmarkNamed } from "../../results/benchmarks/registry.ts";
import { renderBenchmark } from "../../results/benchmarks/render.ts";
import { readIdentity } from "./prepared.ts";
import { benchmarkFiles, completeRankings } from "./rank.ts";

/** Ours and what is published, of one run. Completes its rankings first. */
export async function reportBenchmark(run: OpenedRun, { io, json }: { io: Io; json: boolean }): Promise<void> {
  requireOneRepeat(run);
  await completeRankings(run, io);
  const { runDirectory, config } = run;
  const identity = await readIdentity(runPath(runDirectory, "benchmark"));
  const benchmark = benchmarkNamed(identity.benchmark);
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const collection: MeasuredCollection = {
    ...{ sha256: identity.sha256, whole: identity.whole, counts: identity.counts },
    asked: scenarios.length,
  };
  const metrics = metricsOf(benchmark);
  const files = benchmarkFiles(runDirectory);
  const systems: MeasuredSystem[] = [];
  for (const name of RANKERS)
    systems.push({ system: name, ranks: "whole", ...(await scoresOf(files.ranking(name), files.qrels, metrics)) });
  for (const configuration of configurationsOf(config)) {
    const system = configurationName(configuration);
    const scores = await scoresOf(runPath(runDirectory, "trec", `${system}.run`), files.qrels, metrics);
    const comparable = metrics.map((metric) => [metric, isWithinList(metric) ? scores.values[metric]! : null]);
    systems.push({ system, ranks: "listed", ...scores, values: Object.fromEntries(comparable) });
  }
  const published = compareWithPublished(benchmark, { collection, systems });
  const result = { benchmark: benchmark.name, collection, metrics, systems, published };
  io.out(
    json
      ? jsonText(result, {})
      : completed(io, printable(renderBenchmark(benchmark, { ...result, width: roomOf(io) }))),
  );
}

function requireOneRepeat({ config, manifest }: OpenedRun): void {
  const { most } = repeatsRange(config);
  if (most > 1)
    throw new UserError("usage", `run ${manifest.run_id} has ${most} repeats; a benchmark's table is of one`, {
      hint: "scopebench measure bench run NAME, without --repeats",
    });
}

/** By trec_eval's rules; questions that nothing was listed for count as 0. */
async function scoresOf(
  runFile: string,
  qrelsPath: string,
  metrics: readonly string[],
): Promise<Omit<MeasuredSystem, "system" | "ranks" | "values"> & { values: Record<string, number> }> {
  const { size } = await stat(runFile);
  if (size === 0)
    return {
      values: Object.fromEntries(metrics.map((metric) => [metric, 0])),
      unanswered: (await readQrels(qrelsPath)).size,
    };
  const { all, missing } = await computeIr({ qrelsPath, runPath: runFile, metrics, complete: true });
  return { values: all, unanswered: missing.length };
}
