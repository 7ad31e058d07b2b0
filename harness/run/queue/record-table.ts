import type { MadeBy, MadeRecord, Task, TaskStage } from "../../dag/worker-pool.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { AT_ONCE_CHARACTERS, type QueueDatabase, type Sql } from "./database.ts";
import { readMade } from "./foreign.ts";

/** What the coordinator takes at a time. */
const MOST = 500;

/** A cell is named by its configuration and scenario, beside the repeat. */
function cellOf(key: ExecutionKey): string {
  return `${configurationName(key)}__${key.scenario_id}`;
}

/** The same as it is stored. */
export interface PlacedRecord extends Omit<MadeRecord, "made"> {
  task: Pick<Task, "stage" | "key">;
  /** What was made, as JSON. */
  text: string;
  /** How often the task was begun before. */
  retries: number;
}

interface MadeOf {
  run: string;
  worker: string;
  /** The name of the queue that the tasks came from: those of one take about the same. */
  queue: string;
}

/** What a worker made of some tasks of one run, each of another cell or repeat. */
interface Placed extends MadeOf {
  records: readonly PlacedRecord[];
}

/**
 * Adds records unless they are there: the first of a cell counts. Another worker's second one is counted as dropped; the same one
 * sent again, after an answer that was lost, is not. What was spent counts either way. False where the run is forgotten.
 */
export async function addRecords(sql: Sql, { records, ...by }: Placed): Promise<boolean> {
  const { run, worker } = by;
  // FOR SHARE: the run cannot be forgotten before this transaction ends.
  const { rows: runs } = await sql.executeSql("SELECT FROM scopebench_queue.runs WHERE id = $1 FOR SHARE", [run]);
  if (runs.length === 0) return false;
  const given = records.map(({ task: { stage, key }, ...one }) => {
    const name = JSON.stringify([stage, cellOf(key), key.repeat]);
    return { ...one, stage, cell: cellOf(key), repeat: key.repeat, name };
  });
  // Everybody in the same order, so that no two wait for each other.
  const { rows } = await sql.executeSql(
    `INSERT INTO scopebench_queue.records (run, stage, cell, repeat, record, final, tokens, cost_usd, worker)
     SELECT $1, stage, cell, repeat, record, final, tokens, cost_usd, $2
     FROM unnest($3::text[], $4::text[], $5::int[], $6::text[], $7::bool[], $8::bigint[], $9::float8[])
       AS given (stage, cell, repeat, record, final, tokens, cost_usd)
     ORDER BY stage, cell, repeat ON CONFLICT DO NOTHING RETURNING stage, cell, repeat`,
    [
      ...[run, worker, given.map(({ stage }) => stage), given.map(({ cell }) => cell)],
      ...[given.map(({ repeat }) => repeat), given.map(({ text }) => text), given.map(({ final }) => final)],
      ...[given.map(({ tokens }) => tokens), given.map(({ costUsd }) => costUsd)],
    ],
  );
  const added = new Set(rows.map(({ stage, cell, repeat }) => JSON.stringify([stage, cell, repeat])));
  const first = given.filter(({ name }) => added.has(name));
  if (first.length > 0) await addSpent(sql, by, first);
  for (const { stage, cell, repeat, text, tokens, costUsd } of given.filter(({ name }) => !added.has(name))) {
    if (await countSecond(sql, [run, stage, cell, repeat, text])) await addInVain(sql, by, { stage, tokens, costUsd });
  }
  return true;
}

async function countSecond(sql: Sql, values: unknown[]): Promise<boolean> {
  const { rows } = await sql.executeSql(
    `UPDATE scopebench_queue.records SET dropped = dropped + 1
     WHERE run = $1 AND stage = $2 AND cell = $3 AND repeat = $4 AND record <> $5 RETURNING run`,
    values,
  );
  return rows.length > 0;
}

interface Spent extends Pick<MadeRecord, "tokens" | "costUsd"> {
  retries?: number;
}

/** What left no record: the coordinator writes it down, too. */
export async function addInVain(
  sql: Sql,
  by: MadeOf,
  { stage, ...spent }: Omit<Spent, "retries"> & { stage: TaskStage },
): Promise<void> {
  const { tokens, costUsd } = spent;
  if (tokens === 0 && !costUsd) return;
  await addSpent(sql, by, [spent]);
  await sql.executeSql(
    `INSERT INTO scopebench_queue.in_vain (run, stage, worker, tokens, cost_usd)
     SELECT id, $2, $3, $4, $5 FROM scopebench_queue.runs WHERE id = $1`,
    [by.run, stage, by.worker, tokens, costUsd],
  );
}

interface InVain extends Pick<TakenRecord, "stage" | "worker" | "tokens" | "costUsd"> {
  id: string;
}

/** What was spent in vain and is not struck off. */
export function newInVain(database: QueueDatabase, run: string): Promise<InVain[]> {
  return database.query<InVain>(
    `SELECT id, stage, worker, tokens::float8 AS tokens, cost_usd AS "costUsd" FROM scopebench_queue.in_vain WHERE run = $1`,
    [run],
  );
}

export async function strikeOff(database: QueueDatabase, some: readonly Pick<InVain, "id">[]): Promise<void> {
  await database.query("DELETE FROM scopebench_queue.in_vain WHERE id = ANY($1)", [some.map(({ id }) => id)]);
}

/** A row a worker and queue, so that none waits for another. The most that one took is what the next are reserved. */
async function addSpent(sql: Sql, { run, worker, queue }: MadeOf, some: readonly Spent[]): Promise<void> {
  const [tokens, costs] = [some.map((one) => one.tokens), some.map(({ costUsd }) => costUsd ?? 0)];
  const retries = some.map((one) => one.retries ?? 0);
  await sql.executeSql(
    `INSERT INTO scopebench_queue.spent AS s
       (run, worker, queue, tokens, cost_usd, retries, most_tokens, most_cost_usd)
     SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM scopebench_queue.runs WHERE id = $1
     ON CONFLICT (run, worker, queue) DO UPDATE
     SET tokens = s.tokens + $4, cost_usd = s.cost_usd + $5, retries = s.retries + $6,
       most_tokens = greatest(s.most_tokens, $7), most_cost_usd = greatest(s.most_cost_usd, $8)`,
    [...[run, worker, queue, sum(tokens), sum(costs), sum(retries)], ...[Math.max(...tokens), Math.max(...costs)]],
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A record as the coordinator takes it. */
export interface TakenRecord {
  stage: TaskStage;
  cell: string;
  repeat: number;
  /** Of the execution that it is of. */
  name: string;
  /** Null for a row that is no record. */
  made: MadeBy[TaskStage] | null;
  tokens: number;
  costUsd: number | null;
  worker: string;
}

/** Records that are there and not marked as taken: some are given twice, where the answer to a first mark was lost. */
export async function newRecords(database: QueueDatabase, run: string): Promise<TakenRecord[]> {
  const rows = await database.query<Omit<TakenRecord, "made"> & { record: string }>(
    `SELECT stage, cell, repeat, cell || '__' || repeat AS name, record, tokens::float8 AS tokens, cost_usd AS "costUsd", worker FROM (
       SELECT *, sum(length(record)) OVER (ROWS UNBOUNDED PRECEDING) - length(record) AS before FROM (
         SELECT * FROM scopebench_queue.records WHERE run = $1 AND NOT taken LIMIT ${MOST}) AS few) AS counted
     WHERE before < ${AT_ONCE_CHARACTERS}`,
    [run],
  );
  return rows.map(({ record, ...row }) => ({ ...row, made: readMade(row.stage, record) }));
}

/** They are not given again, until they are asked for. */
export async function markTaken(
  database: QueueDatabase,
  run: string,
  records: readonly Pick<TakenRecord, "stage" | "cell" | "repeat">[],
): Promise<void> {
  await database.query(
    `UPDATE scopebench_queue.records AS r SET taken = true
     FROM unnest($2::text[], $3::text[], $4::int[]) AS done (stage, cell, repeat)
     WHERE r.run = $1 AND r.stage = done.stage AND r.cell = done.cell AND r.repeat = done.repeat AND NOT r.taken`,
    [...[run, records.map(({ stage }) => stage), records.map(({ cell }) => cell)], records.map(({ repeat }) => repeat)],
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

/** As if it had never been made. */
export async function forgetRecord(
  database: QueueDatabase,
  run: string,
  { stage, cell, repeat }: Pick<TakenRecord, "stage" | "cell" | "repeat">,
): Promise<void> {
  await database.query(
    "DELETE FROM scopebench_queue.records WHERE run = $1 AND stage = $2 AND cell = $3 AND repeat = $4",
    [run, stage, cell, repeat],
  );
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
