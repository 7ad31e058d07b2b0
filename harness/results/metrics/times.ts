import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { parse } from "csv-parse";
import { type CsvCell, toCsvPieces } from "../../print/csv.ts";
import { executionName } from "../../record/domain/names.ts";
import type { ScoreRecord } from "../../record/domain/records.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import type { ScoredExecution } from "./scored-execution.ts";

/** `metrics/timing.csv`: one line per execution that ran, in pieces. */
export function timesCsv(
  groups: Iterable<{ executions: readonly Pick<ScoredExecution, "record" | "timing">[] }>,
): Generator<string> {
  return toCsvPieces(["key", "outcome", "started_at", "duration_ms", "turns"], timesOf(groups));
}

function* timesOf(groups: Parameters<typeof timesCsv>[0]): Generator<CsvCell[][]> {
  for (const { executions } of groups)
    yield executions.flatMap(({ record, timing }) =>
      timing ? [[executionName(record), record.outcome, timing.started_at, timing.duration_ms, timing.turns]] : [],
    );
}

export interface ExecutionTime {
  name: string;
  outcome: string;
  durationMs: number;
}

/** The same lines of a scored run, one after the other. */
export async function* readTimes(runDirectory: string): AsyncGenerator<ExecutionTime> {
  const file = createReadStream(runPath(runDirectory, "times"));
  const rows = pipeline(file, parse({ columns: true }), () => undefined); // Whoever reads the rows hears of it.
  for await (const { key, outcome, duration_ms } of rows as AsyncIterable<Record<string, string>>)
    yield { name: key!, outcome: outcome!, durationMs: Number(duration_ms) };
}

/** Records with their times, which stand in the same order; null for one that did not run. */
export async function* besideTimes(
  records: readonly ScoreRecord[],
  times: AsyncGenerator<ExecutionTime>,
): AsyncGenerator<{ record: ScoreRecord; time: ExecutionTime | null }> {
  let next = await times.next();
  for (const record of records) {
    const own = !next.done && next.value.name === executionName(record) ? next.value : null;
    if (own) next = await times.next();
    yield { record, time: own };
  }
  await times.return(undefined);
}
