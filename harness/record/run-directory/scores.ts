import { z } from "zod";
import { jsonLines, readJsonLines } from "../../../base/json-lines.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import { executionName } from "../domain/names.ts";
import { type ExecutionKey, type ScoreRecord, scoreRecordSchema } from "../domain/records.ts";
import { ScoreRecords } from "../scores/score-records.ts";
import { runPath } from "./paths.ts";
import { type RecordStore, recordStore } from "./record-store.ts";

/** `metrics/scores.jsonl`, in its order, kept in columns. @throws UserError `run-directory` when it is damaged or holds an execution twice. */
export async function readScores(runDirectory: string): Promise<ScoreRecord[]> {
  const path = runPath(runDirectory, "scores");
  const [columns, records, problems] = [new ScoreRecords(), [] as ScoreRecord[], [] as string[]];
  for await (const line of jsonLines(path)) {
    const parsed = parsePlainly(scoreRecordSchema, line);
    if (parsed.success) records.push(columns.add(parsed.data));
    else problems.push(...problemsOf(parsed.error).map((problem) => `${records.length + problems.length}.${problem}`));
  }
  if (problems.length > 0)
    throw new UserError("run-directory", `${path} is damaged`, {
      problems,
      hint: "scopebench runs stage score --again",
    });
  if (!columns.holdsTwice()) return records;
  throw new UserError("run-directory", `${path} holds an execution twice`, {
    hint: "scopebench runs stage score --again",
  });
}

/** The same as records of a file. */
export function scoresOf(runDirectory: string): RecordStore<ExecutionKey, ScoreRecord> {
  return recordStore<ExecutionKey, ScoreRecord>(runPath(runDirectory, "scores"), {
    schema: scoreRecordSchema,
    nameOf: executionName,
  });
}

const baselineScoreSchema = scoreRecordSchema
  .omit({ model: true, workflow: true, knowledge: true, repeat: true, levels: true })
  .extend({ baseline: z.string() });

/** `metrics/baseline_scores.jsonl`: scores of rankers without a model. @throws UserError `run-directory` when it is damaged or not there */
export async function readBaselineScores(runDirectory: string): Promise<z.infer<typeof baselineScoreSchema>[]> {
  const path = runPath(runDirectory, "baselineScores");
  const parsed = parsePlainly(z.array(baselineScoreSchema), await readJsonLines(path));
  if (parsed.success) return parsed.data;
  throw new UserError("run-directory", `${path} is damaged`, {
    problems: problemsOf(parsed.error),
    hint: "scopebench runs stage score --again",
  });
}

export async function scoresByName(runDirectory: string): Promise<Map<string, ScoreRecord>> {
  return new Map((await readScores(runDirectory)).map((record) => [executionName(record), record]));
}
