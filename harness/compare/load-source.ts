import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { RankingMetric } from "../metrics/names.ts";
import { openWholeRun } from "../run-directory/open-run.ts";
import type { Io } from "../terminal/io.ts";
import { isBaselineFile, readBaselineSource } from "./sources/baseline-file.ts";
import { isInspectLog, readInspectSource } from "./sources/read-inspect.ts";
import { isPromptfooFile, readPromptfooSource } from "./sources/read-promptfoo.ts";
import { isRankerName, readRanker } from "./sources/read-ranker.ts";
import { readScoredRun } from "./sources/read-run.ts";
import { readTrecSource } from "./sources/read-trec.ts";
import type { RunSource } from "./sources/run-source.ts";

export interface SourceOptions {
  io: Pick<Io, "cwd" | "environment">;
  runsDir?: string;
  /** With judgements both sides are TREC run files; these are what can be computed. */
  trec: { qrelsPath: string; metrics: readonly RankingMetric[] } | null;
}

/** A run source as the user names it: a TREC run file, a stored baseline, results of Inspect AI or promptfoo, or a run (path, name, beginning of a name, latest). */
export async function loadSource(name: string, { io, runsDir, trec }: SourceOptions): Promise<RunSource> {
  const path = resolve(io.cwd, name);
  if (trec) return { ...(await readTrecSource({ runPath: path, ...trec })), label: name };
  if (await isBaselineFile(path)) return { ...(await readBaselineSource(path)), label: name };
  if (await isInspectLog(path)) return { ...(await readInspectSource(path)), label: name };
  if (await isPromptfooFile(path)) return { ...(await readPromptfooSource(path)), label: name };
  return (await openScoredRun(name, { io, runsDir })).run;
}

/** Both sides. `keyword` and its like, where no file has that name, are rankers of the candidate's own run: agent against plain search. */
export async function loadSources(
  names: { baseline: string; candidate: string },
  options: SourceOptions,
): Promise<{ baseline: RunSource; candidate: RunSource }> {
  const { baseline } = names;
  if (options.trec || !isRankerName(baseline) || existsSync(resolve(options.io.cwd, baseline)))
    return { baseline: await loadSource(baseline, options), candidate: await loadSource(names.candidate, options) };
  const { runDirectory, run } = await openScoredRun(names.candidate, options);
  return { baseline: await readRanker(runDirectory, run, baseline), candidate: run };
}

async function openScoredRun(name: string, options: Pick<SourceOptions, "io" | "runsDir">) {
  const { runDirectory, config } = await openWholeRun(name, options);
  return { runDirectory, run: { ...(await readScoredRun(runDirectory, config)), label: name } };
}
