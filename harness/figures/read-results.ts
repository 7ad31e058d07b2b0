import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readJsonLines } from "../../base/json-lines.ts";
import { UserError } from "../../base/user-error.ts";
import type { JudgeAnalysis, JudgeProbes } from "../domain/judge-summary.ts";
import { executionName } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import type {
  BaselineSummary,
  Differences,
  FactorEffects,
  Ranking,
  RiskCoverage,
  Summary,
  Trend,
  VarianceDecomposition,
} from "../domain/summary.ts";
import { readManifest } from "../run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../run-directory/paths.ts";
import type { Duration, EntityThreshold, Results } from "./results.ts";

/** Everything that figures are drawn from. @throws UserError `run-directory` when the run is not scored. */
export async function readResults(runDirectory: string): Promise<Results> {
  const read = <T>(name: string) => readMetrics<T>(runDirectory, name);
  const scores = await readJsonLines<ScoreRecord>(runPath(runDirectory, "scores"));
  return {
    summary: await read<Summary>("summary.json"),
    baselines: await read<BaselineSummary[]>("baselines.json"),
    judge: await read<JudgeAnalysis>("judge.json"),
    probes: await read<JudgeProbes[]>("judge_probes.json"),
    rankings: await read<Ranking[]>("rankings.json"),
    factors: await read<FactorEffects[]>("factors.json"),
    differences: await read<Differences[]>("differences.json"),
    variance: await read<VarianceDecomposition[]>("variance.json"),
    risk: await read<RiskCoverage[]>("risk_coverage.json"),
    trends: await read<Trend[]>("trends.json"),
    entityThreshold: (await read<{ rows: EntityThreshold[] }>("tables/entity_threshold.json")).rows,
    scores,
    durations: await readDurations(runDirectory, scores),
    syntheticCorpus: (await readManifest(runDirectory)).synthetic_corpus,
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
