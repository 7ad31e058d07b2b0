import { readFile } from "node:fs/promises";
import { readJsonLines } from "../../db/base/json-lines.ts";
import { UserError } from "../../db/base/user-error.ts";
import type { Configuration } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type { JudgeAnalysis, Summary } from "../domain/summary.ts";
import { readManifest } from "../run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../run-directory/paths.ts";
import { readRecords } from "../run-directory/records.ts";
import type { Duration, Results } from "./results.ts";

/** Everything that figures are drawn from. @throws UserError `run-directory` when the run is not scored. */
export async function readResults(runDirectory: string): Promise<Results> {
  const [summary, judge, manifest] = await Promise.all([
    readMetrics<Summary>(runDirectory, "summary.json"),
    readMetrics<JudgeAnalysis>(runDirectory, "judge.json"),
    readManifest(runDirectory),
  ]);
  const scores = await readJsonLines<ScoreRecord>(runPath(runDirectory, "scores"));
  return {
    summary,
    judge,
    scores,
    durations: await readDurations(runDirectory, summary.configurations),
    syntheticCorpus: manifest.synthetic_corpus,
  };
}

async function readDurations(runDirectory: string, configurations: readonly Configuration[]): Promise<Duration[]> {
  const durations: Duration[] = [];
  for (const { model, workflow, knowledge } of configurations) {
    const configuration = { model, workflow, knowledge };
    for (const { outcome, duration_ms } of await readRecords({ runDirectory, part: "rawOutput", configuration }))
      durations.push({ ...configuration, outcome, seconds: duration_ms / 1000 });
  }
  return durations;
}

async function readMetrics<T>(runDirectory: string, name: string): Promise<T> {
  try {
    return JSON.parse(await readFile(runPath(runDirectory, "metrics", name), "utf8")) as T;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new UserError("run-directory", `${RUN_PATHS.metrics}/${name} is missing: the run is not scored`, {
      cause,
      hint: "run the stage score first",
    });
  }
}
