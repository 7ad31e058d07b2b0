import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { executionName } from "../domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { toCsv } from "../tables/csv.ts";
import { runPath } from "./paths.ts";

/** `metrics/timing.csv`: one line per execution that ran. */
export function timesCsv(executions: readonly Pick<ScoredExecution, "record" | "timing">[]): string {
  const rows = executions.flatMap(({ record, timing }) =>
    timing ? [[executionName(record), record.outcome, timing.started_at, timing.duration_ms, timing.turns]] : [],
  );
  return toCsv(["key", "outcome", "started_at", "duration_ms", "turns"], rows);
}

/** The same lines of a scored run. */
export async function readTimes(
  runDirectory: string,
): Promise<{ name: string; outcome: string; durationMs: number }[]> {
  const rows: { key: string; outcome: string; duration_ms: string }[] = parse(
    await readFile(runPath(runDirectory, "times"), "utf8"),
    { columns: true },
  );
  return rows.map(({ key, outcome, duration_ms }) => ({ name: key, outcome, durationMs: Number(duration_ms) }));
}
