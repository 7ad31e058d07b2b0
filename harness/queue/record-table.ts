import type { MadeExecution } from "../dag/crew.ts";
import { configurationName, executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import type { QueueDatabase, Sql } from "./database.ts";

/** The stage whose records these are; a job makes what execute and extract need of its cell. */
const STAGE = "execute";
/** Records that the coordinator holds in memory at a time. */
const AT_ONCE = 20;

/** A cell is named by its configuration and scenario, beside the repeat. */
function cellOf(key: ExecutionKey): string {
  return `${configurationName(key)}__${key.scenario_id}`;
}

interface Placed {
  run: string;
  worker: string;
  made: MadeExecution;
}

/**
 * Adds a record unless there is one: the first counts. Another worker's second one is counted as dropped; the same one
 * sent again, after an answer that was lost, is not.
 */
export async function addRecord(sql: Sql, { run, worker, made }: Placed): Promise<"added" | "dropped" | "no run"> {
  const key = [run, STAGE, cellOf(made.record), made.record.repeat];
  const text = JSON.stringify(made);
  // FOR SHARE: the run cannot be forgotten before this transaction ends.
  const { rows: runs } = await sql.executeSql("SELECT FROM scopebench_queue.runs WHERE id = $1 FOR SHARE", [run]);
  if (runs.length === 0) return "no run";
  const { rows } = await sql.executeSql(
    `INSERT INTO scopebench_queue.records (run, stage, cell, repeat, record, worker)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING run`,
    [...key, text, worker],
  );
  if (rows.length > 0) return "added";
  await sql.executeSql(
    `UPDATE scopebench_queue.records SET dropped = dropped + 1
     WHERE run = $1 AND stage = $2 AND cell = $3 AND repeat = $4 AND record <> $5`,
    [...key, text],
  );
  return "dropped";
}

/** Records that are there and not taken yet. Each is given once, until it is asked for again. */
export async function takeRecords(database: QueueDatabase, run: string): Promise<MadeExecution[]> {
  const rows = await database.query<{ record: string }>(
    `UPDATE scopebench_queue.records SET taken = true
     WHERE (run, stage, cell, repeat) IN (
       SELECT run, stage, cell, repeat FROM scopebench_queue.records WHERE run = $1 AND stage = $2 AND NOT taken LIMIT ${AT_ONCE})
     RETURNING record`,
    [run, STAGE],
  );
  return rows.map(({ record }) => JSON.parse(record) as MadeExecution); // Of the same code: the worker was refused otherwise.
}

/** Has those records given again that are there. Gives the keys of those that are not. */
export async function askAgain(
  database: QueueDatabase,
  run: string,
  keys: readonly ExecutionKey[],
): Promise<ExecutionKey[]> {
  const rows = await database.query<{ name: string }>(
    `UPDATE scopebench_queue.records r SET taken = false FROM unnest($3::text[], $4::int[]) AS k (cell, repeat)
     WHERE r.run = $1 AND r.stage = $2 AND r.cell = k.cell AND r.repeat = k.repeat
     RETURNING r.cell || '__' || r.repeat AS name`,
    [run, STAGE, keys.map(cellOf), keys.map(({ repeat }) => repeat)],
  );
  const there = new Set(rows.map(({ name }) => name));
  return keys.filter((key) => !there.has(executionName(key)));
}

/** How many records were made although there was one. */
export async function countDropped(database: QueueDatabase, run: string): Promise<number> {
  const [row] = await database.query<{ dropped: number }>(
    "SELECT coalesce(sum(dropped), 0)::int AS dropped FROM scopebench_queue.records WHERE run = $1",
    [run],
  );
  return row?.dropped ?? 0;
}
