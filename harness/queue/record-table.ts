import type { MadeBy, Task, TaskStage } from "../dag/crew.ts";
import { configurationName, executionName } from "../domain/names.ts";
import type { ExecutionKey } from "../domain/records.ts";
import type { QueueDatabase, Sql } from "./database.ts";

/** Records that the coordinator holds in memory at a time. */
const AT_ONCE = 20;

/** A cell is named by its configuration and scenario, beside the repeat. */
function cellOf(key: ExecutionKey): string {
  return `${configurationName(key)}__${key.scenario_id}`;
}

/** What a worker made of a task. */
export interface MadeRecord {
  made: MadeBy[TaskStage];
  /** False where the task is to be made again when it is offered again: a verdict that was blocked. */
  final: boolean;
  tokens: number;
  /** Null where the price is not known. */
  costUsd: number | null;
}

/** What left no record, with what was spent in vain. */
export interface Unmade extends Pick<MadeRecord, "tokens" | "costUsd"> {
  /** Why; null where it was cut off, and another worker begins it anew. */
  lost: string | null;
}

interface Placed extends MadeRecord {
  run: string;
  worker: string;
  task: Pick<Task, "stage" | "key">;
}

/**
 * Adds a record unless there is one: the first counts. Another worker's second one is counted as dropped; the same one
 * sent again, after an answer that was lost, is not. What was spent counts either way.
 */
export async function addRecord(
  sql: Sql,
  { run, worker, task, made, final, tokens, costUsd }: Placed,
): Promise<"added" | "dropped" | "no run"> {
  const key = [run, task.stage, cellOf(task.key), task.key.repeat];
  const text = JSON.stringify(made);
  // FOR SHARE: the run cannot be forgotten before this transaction ends.
  const { rows: runs } = await sql.executeSql("SELECT FROM scopebench_queue.runs WHERE id = $1 FOR SHARE", [run]);
  if (runs.length === 0) return "no run";
  const { rows } = await sql.executeSql(
    `INSERT INTO scopebench_queue.records (run, stage, cell, repeat, record, final, tokens, cost_usd, worker)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING run`,
    [...key, text, final, tokens, costUsd, worker],
  );
  const spent = { run, worker, tokens, costUsd };
  if (rows.length > 0) {
    await addSpent(sql, spent);
    return "added";
  }
  if (await countSecond(sql, [...key, text])) await addInVain(sql, { ...spent, stage: task.stage });
  return "dropped";
}

async function countSecond(sql: Sql, values: unknown[]): Promise<boolean> {
  const { rows } = await sql.executeSql(
    `UPDATE scopebench_queue.records SET dropped = dropped + 1
     WHERE run = $1 AND stage = $2 AND cell = $3 AND repeat = $4 AND record <> $5 RETURNING run`,
    values,
  );
  return rows.length > 0;
}

type Spent = Pick<Placed, "run" | "worker" | "tokens" | "costUsd">;

/** What left no record: the coordinator writes it down, too. */
export async function addInVain(sql: Sql, { stage, ...spent }: Spent & { stage: TaskStage }): Promise<void> {
  const { run, worker, tokens, costUsd } = spent;
  if (tokens === 0 && !costUsd) return;
  await addSpent(sql, spent);
  await sql.executeSql(
    `INSERT INTO scopebench_queue.in_vain (run, stage, worker, tokens, cost_usd)
     SELECT id, $2, $3, $4, $5 FROM scopebench_queue.runs WHERE id = $1`,
    [run, stage, worker, tokens, costUsd],
  );
}

interface InVain extends Pick<TakenRecord, "stage" | "worker" | "tokens" | "costUsd"> {
  id: string;
}

/** What was spent in vain and is not struck off. */
export function newInVain(database: QueueDatabase, run: string): Promise<InVain[]> {
  return database.query<InVain>(
    `SELECT id, stage, worker, tokens, cost_usd AS "costUsd" FROM scopebench_queue.in_vain WHERE run = $1`,
    [run],
  );
}

export async function strikeOff(database: QueueDatabase, some: readonly Pick<InVain, "id">[]): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.in_vain WHERE id = ANY($1)", [some.map(({ id }) => id)]);
}

/** A row a worker, so that none waits for another. */
async function addSpent(sql: Sql, { run, worker, tokens, costUsd }: Spent): Promise<void> {
  await sql.executeSql(
    `INSERT INTO scopebench_queue.spent AS s (run, worker, tokens, cost_usd)
     SELECT id, $2, $3, $4 FROM scopebench_queue.runs WHERE id = $1
     ON CONFLICT (run, worker) DO UPDATE SET tokens = s.tokens + $3, cost_usd = s.cost_usd + $4`,
    [run, worker, tokens, costUsd ?? 0],
  );
}

/** A record as the coordinator takes it. */
export interface TakenRecord {
  stage: TaskStage;
  /** Of the execution that it is of. */
  name: string;
  made: MadeBy[TaskStage];
  tokens: number;
  costUsd: number | null;
  worker: string;
}

/** Records that are there and not marked as taken: some are given twice, where the answer to a first mark was lost. */
export async function newRecords(database: QueueDatabase, run: string): Promise<TakenRecord[]> {
  const rows = await database.query<Omit<TakenRecord, "made"> & { record: string }>(
    `SELECT stage, cell || '__' || repeat AS name, record, tokens, cost_usd AS "costUsd", worker
     FROM scopebench_queue.records WHERE run = $1 AND NOT taken LIMIT ${AT_ONCE}`,
    [run],
  );
  // Of the same code: the worker was refused otherwise.
  return rows.map(({ record, ...row }) => ({ ...row, made: JSON.parse(record) as MadeBy[TaskStage] }));
}

/** They are not given again, until they are asked for. */
export async function markTaken(
  database: QueueDatabase,
  run: string,
  records: readonly Pick<TakenRecord, "stage" | "name">[],
): Promise<void> {
  await database.query(
    `UPDATE scopebench_queue.records SET taken = true
     WHERE run = $1 AND (stage, cell || '__' || repeat) IN (SELECT * FROM unnest($2::text[], $3::text[]))
       AND NOT taken`,
    [run, records.map(({ stage }) => stage), records.map(({ name }) => name)],
  );
}

/** Has those records given again that are there for good. Gives the tasks of those that are not. */
export async function askAgain<T extends Pick<Task, "stage" | "key">>(
  database: QueueDatabase,
  run: string,
  tasks: readonly T[],
): Promise<T[]> {
  const keys = [
    run,
    tasks.map(({ stage }) => stage),
    tasks.map(({ key }) => cellOf(key)),
    tasks.map(({ key }) => key.repeat),
  ];
  const among = `run = $1 AND (stage, cell, repeat) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::int[]))`;
  await database.query(`DELETE FROM scopebench_queue.records WHERE NOT final AND taken AND ${among}`, keys);
  const rows = await database.query<{ name: string }>(
    `UPDATE scopebench_queue.records SET taken = false WHERE ${among} RETURNING stage || '/' || cell || '__' || repeat AS name`,
    keys,
  );
  const there = new Set(rows.map(({ name }) => name));
  return tasks.filter(({ stage, key }) => !there.has(`${stage}/${executionName(key)}`));
}

/** Nothing counts that was made of a stage before. */
export async function forgetStage(database: QueueDatabase, run: string, stage: TaskStage): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.records WHERE run = $1 AND stage = $2", [run, stage]);
}

/** How many records were made although there was one. */
export async function countDropped(database: QueueDatabase, run: string): Promise<number> {
  const [row] = await database.query<{ dropped: number }>(
    "SELECT coalesce(sum(dropped), 0)::int AS dropped FROM scopebench_queue.records WHERE run = $1",
    [run],
  );
  return row?.dropped ?? 0;
}
