import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readJsonLines } from "../../db/base/json-lines.ts";
import { UserError } from "../../db/base/user-error.ts";
import { executionName } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type { BaselineSummary, FactorEffects, JudgeAnalysis, Ranking, Summary } from "../domain/summary.ts";
import { readManifest } from "../run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../run-directory/paths.ts";
import type { Duration, Results } from "./results.ts";

/** Everything that figures are drawn from. @throws UserError `run-directory` when the run is not scored. */
export async function readResults(runDirectory: string): Promise<Results> {
  const [summary, baselines, judge, rankings, factors, manifest] = await Promise.all([
    readMetrics<Summary>(runDirectory, "summary.json"),
    readMetrics<BaselineSummary[]>(runDirectory, "baselines.json"),
    readMetrics<JudgeAnalysis>(runDirectory, "judge.json"),
    readMetrics<Ranking[]>(runDirectory, "rankings.json"),
    readMetrics<FactorEffects[]>(runDirectory, "factors.json"),
    readManifest(runDirectory),
  ]);
  const scores = await readJsonLines<ScoreRecord>(runPath(runDirectory, "scores"));
  return {
    summary,
    baselines,
    judge,
    rankings,
    factors,
    scores,
    durations: await readDurations(runDirectory, scores),
    syntheticCorpus: manifest.synthetic_corpus,
  };
}

/** Times stand apart from scores, by execution name. */
async function readDurations(runDirectory: string, scores: readonly ScoreRecord[]): Promise<Duration[]> {
  const byName = new Map(scores.map((record) => [executionName(record), record]));
  const rows: { key: string; outcome: string; duration_ms: string }[] = parse(
    await readFile(runPath(runDirectory, "metrics", "timing.csv"), "utf8"),
    { columns: true },
  );
  return rows.flatMap(({ key, outcome, duration_ms }) => {
    const record = byName.get(key);
    if (!record) return [];
    const { model, workflow, knowledge } = record;
    return [{ model, workflow, knowledge, outcome, seconds: Number(duration_ms) / 1000 }];
  });
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
