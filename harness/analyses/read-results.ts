import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { z } from "zod";
import { parsePlainly, problemsOf } from "../../base/plain-issues.ts";
import { UserError } from "../../base/user-error.ts";
import { executionName } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import { readManifest } from "../run-directory/manifest.ts";
import { RUN_PATHS, runPath } from "../run-directory/paths.ts";
import { readScores } from "../run-directory/scores.ts";
import { readTimes } from "../run-directory/times.ts";
import { type Result, resultFile } from "./analysis.ts";
import { ANALYSES } from "./registry.ts";
import type { Duration, Results } from "./results.ts";

/** Everything that a scored run came to. @throws UserError `run-directory` when it is not scored, or was by another version. */
export async function readResults(runDirectory: string): Promise<Results> {
  const read = await Promise.all(ANALYSES.map((one) => readOne(runDirectory, one)));
  const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
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

/** The result of one analysis. @throws UserError `run-directory` when the run is not scored, or was by another version. */
export async function readResult<Schema extends z.ZodType>(
  runDirectory: string,
  analysis: Result<string, Schema>,
): Promise<z.output<Schema>> {
  const read = await readOne(runDirectory, analysis);
  if ("problem" in read) throw unreadable(runDirectory, [read.problem]);
  return read.value;
}

async function readOne<Schema extends z.ZodType>(
  runDirectory: string,
  { name, schema }: Result<string, Schema>,
): Promise<{ value: z.output<Schema> } | { problem: string }> {
  const path = `${RUN_PATHS.metrics}/${resultFile(name)}`;
  const text = await readFile(runPath(runDirectory, "metrics", resultFile(name)), "utf8").catch(ifMissing);
  if (text === null) return { problem: `${path} is missing` };
  const parsed = parsePlainly(schema, parseJson(text));
  return parsed.success ? { value: parsed.data } : { problem: `${path}: ${problemsOf(parsed.error)[0]}` };
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Text that is no JSON fits no schema. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadable(runDirectory: string, problems: readonly string[]): UserError {
  return new UserError("run-directory", "the run is not scored, or was by another version", {
    problems,
    hint: `scopebench stage score ${basename(runDirectory)} --again computes its metrics anew from its records`,
  });
}

/** Times stand apart from scores, by execution name. */
async function readDurations(runDirectory: string, scores: readonly ScoreRecord[]): Promise<Duration[]> {
  const byName = new Map(scores.map((record) => [executionName(record), record]));
  return (await readTimes(runDirectory)).flatMap(({ name, outcome, durationMs }) => {
    const record = byName.get(name);
    if (!record) return [];
    const { model, workflow, knowledge } = record;
    return [{ model, workflow, knowledge, outcome, seconds: durationMs / 1000 }];
  });
}
