import { loadConfig } from "../config/load.ts";
import type { OpenedRun } from "../run-directory/open-run.ts";
import { storeComparison } from "../stages/report/comparison.ts";
import type { Io } from "../terminal/io.ts";
import { REFUSAL_CODES } from "./comparable.ts";
import { loadSource } from "./load-source.ts";
import { runComparison } from "./request.ts";
import { oneOf } from "./run.ts";
import { readScoredRun } from "./sources/read-run.ts";

interface CompareOptions {
  io: Io;
  baseline?: string;
  allow?: readonly string[];
  runsDir?: string;
}

/** Keeps the comparison with a baseline for the run's report; without one, removes the one that was there. */
export async function compareForReport(opened: OpenedRun, options: CompareOptions): Promise<void> {
  const { runDirectory, config, manifest } = opened;
  const { io, baseline: name, runsDir } = options;
  if (name === undefined) return storeComparison(runDirectory, manifest, null);
  const allow = (options.allow ?? []).map((code) => oneOf("--allow", code, REFUSAL_CODES));
  const { gate } = await loadConfig({ cwd: io.cwd, environment: io.environment, flags: {} });
  const baseline = await loadSource(name, { io, runsDir, trec: null });
  const candidate = { ...(await readScoredRun(runDirectory, config)), label: manifest.run_id };
  const { comparison } = runComparison({ baseline, candidate, metrics: null, allow, config: gate, gate: false });
  await storeComparison(runDirectory, manifest, comparison);
}
