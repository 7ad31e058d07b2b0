import { configurationOf } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import { readManifest } from "../../record/run-directory/manifest.ts";
import { readScores } from "../../record/run-directory/scores.ts";
import { besideTimes, readTimes } from "../metrics/times.ts";
import { tryResult, unreadable } from "./read-result.ts";
import { ANALYSES } from "./registry.ts";
import type { Duration, Results } from "./results.ts";

/** Everything that a scored run came to. @throws UserError `run-directory` when it is not scored, or was by another version. */
export async function readResults(runDirectory: string): Promise<Results> {
  const read = await tryResults(runDirectory);
  const problems = problemsIn(read);
  if (problems.length > 0) throw unreadable(runDirectory, problems);
  const results = Object.fromEntries(read.map((one, at) => [ANALYSES[at]!.name, "value" in one ? one.value : null]));
  const scores = await readScores(runDirectory);
  return {
    ...(results as Omit<Results, "scores" | "durations" | "syntheticCorpus">),
    scores,
    durations: await readDurations(runDirectory, scores),
    syntheticCorpus: (await readManifest(runDirectory)).synthetic_corpus,
  };
}

/** What of the results of a run this version cannot read; [] where `readResults` would. */
export async function problemsOfResults(runDirectory: string): Promise<string[]> {
  return problemsIn(await tryResults(runDirectory));
}

function tryResults(runDirectory: string) {
  return Promise.all(ANALYSES.map((one) => tryResult(runDirectory, one)));
}

function problemsIn(read: Awaited<ReturnType<typeof tryResults>>): string[] {
  return read.flatMap((one) => ("problem" in one ? [one.problem] : []));
}

/** Times stand apart from scores, in the same order: a line for each that ran. */
async function readDurations(runDirectory: string, scores: readonly ScoreRecord[]): Promise<Duration[]> {
  const durations: Duration[] = [];
  for await (const { record, time } of besideTimes(scores, readTimes(runDirectory))) {
    if (time === null) continue;
    durations.push({ ...configurationOf(record), outcome: time.outcome, seconds: time.durationMs / 1000 });
  }
  return durations;
}
