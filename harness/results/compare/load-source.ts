import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UserError } from "../../../base/user-error.ts";
import { quote } from "../../../import/folder/quote.ts";
import type { RankingMetric } from "../../../measure/metrics/names.ts";
import type { Io } from "../../print/io.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
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
  trec: { qrelsPath: string; metrics: readonly RankingMetric[]; comments?: boolean } | null;
}

/** A run source as the user names it: a TREC run file, a stored baseline, results of Inspect AI or promptfoo, or a run (path, name, beginning of a name, latest). */
export async function loadSource(name: string, { io, runsDir, trec }: SourceOptions): Promise<RunSource> {
  const path = resolve(io.cwd, name);
  if (trec) return { ...(await readTrecSource({ runPath: path, ...trec })), label: name };
  if (await isBaselineFile(path)) return { ...(await readBaselineSource(path)), label: name };
  if (await isInspectLog(path)) return { ...(await readInspectSource(path)), label: name };
  if (await isPromptfooFile(path)) return { ...(await readPromptfooSource(path)), label: name };
  await refuseFile(path, name);
  return (await openScoredRun(name, { io, runsDir })).run;
}

/** A file of another kind, and a missing one by its name: neither is looked for among the runs. */
async function refuseFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found ? found.isDirectory() : !/\.(csv|tsv|txt|run|jsonl?|eval|ya?ml)$/i.test(name)) return;
  throw new UserError("input", found ? `${name} is nothing that can be compared` : `there is no file ${path}`, {
    problems: found ? [found.size === 0 ? "it is empty" : `it begins with ${quote(await firstLine(path))}`] : [],
    hint: "scopebench runs baseline save latest FILE writes a baseline; also expected: a run, results of Inspect AI or promptfoo, or TREC run files with --qrels",
  });
}

async function firstLine(path: string): Promise<string> {
  for await (const chunk of createReadStream(path, { encoding: "utf8", end: 199 }))
    return String(chunk).split(/\r?\n/)[0] ?? "";
  return "";
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
