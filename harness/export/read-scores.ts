import { join } from "node:path";
import { readJsonLines } from "../../base/json-lines.ts";
import { executionName } from "../domain/names.ts";
import type { ScoreRecord } from "../domain/records.ts";
import { RUN_PATHS } from "../run-directory/paths.ts";

/** `metrics/scores.jsonl`, in its order. */
export function readScores(runDirectory: string): Promise<ScoreRecord[]> {
  return readJsonLines<ScoreRecord>(join(runDirectory, RUN_PATHS.scores));
}

export async function scoresByName(runDirectory: string): Promise<Map<string, ScoreRecord>> {
  return new Map((await readScores(runDirectory)).map((record) => [executionName(record), record]));
}
