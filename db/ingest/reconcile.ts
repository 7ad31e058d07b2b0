import type { Row, SqlPort } from "../ports/ports.ts";
import { bulkDelete } from "../postgres/bulk-delete.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { bulkUpsert } from "../postgres/bulk-upsert.ts";
import { storable, storableJson } from "../postgres/json-batches.ts";
import type { WriteLog } from "./write-log.ts";

/** A table that the corpus decides, but for its rows. */
export interface DecidedTable {
  table: string;
  key: readonly string[];
  /** Columns besides the key. A row that differs in one is written again. */
  values: readonly string[];
  /** The column of the key that says whose a row is. Default: its first. */
  owner?: string;
  /** Set on every row that is written, compared with nothing: the run. */
  stamp?: Row;
}

/** A table of links between entities. */
export type LinkTable = DecidedTable & { rows: readonly Row[] };

/** What stands between some owners' rows of a table and what they should be. */
export interface TableDifference {
  gone: readonly Row[];
  added: readonly Row[];
  changed: readonly Row[];
}

/**
 * Compares a table with what it should hold, some owners at a time: neither side is ever in memory whole. Rows are equal
 * when all compared columns are, as JSON; of rows with one key the first counts.
 */
export class TableComparison {
  readonly #sql: SqlPort;
  readonly #decided: DecidedTable;
  readonly #owner: string;
  readonly #seen = new Set<unknown>();
  #wasEmpty: boolean | null = null;

  constructor(sql: SqlPort, decided: DecidedTable) {
    this.#sql = sql;
    this.#decided = decided;
    this.#owner = decided.owner ?? decided.key[0]!;
  }

  /** @param rows all rows of their owners */
  async compare(rows: readonly Row[]): Promise<TableDifference> {
    const { key, values } = this.#decided;
    const stored = (await this.#isEmpty()) ? [] : await this.#rowsOf(this.#ownersOf(rows));
    const existing = new Map(stored.map((row) => [textOf(row, key), row]));
    const keys = new Set<string>();
    const [added, changed]: [Row[], Row[]] = [[], []];
    for (const row of rows) {
      const text = textOf(row, key);
      if (keys.has(text)) continue;
      keys.add(text);
      const found = existing.get(text);
      if (!found) added.push(row);
      else if (textOf(found, values) !== textOf(row, values)) changed.push(row);
    }
    return { gone: stored.filter((row) => !keys.has(textOf(row, key))), added, changed };
  }

  /** Rows of owners that `compare` was not given, some at a time. */
  async *ofOthers(): AsyncGenerator<readonly Row[]> {
    if (await this.#isEmpty()) return;
    const owner = this.#owner;
    const { rows } = await this.#sql.query(`SELECT DISTINCT ${owner} AS owner FROM ${this.#decided.table} ORDER BY 1`);
    const others = rows.map((row) => row.owner).filter((other) => !this.#seen.has(other));
    for (let at = 0; at < others.length; at += SLICE_ROWS) yield this.#rowsOf(others.slice(at, at + SLICE_ROWS));
  }

  #ownersOf(rows: readonly Row[]): unknown[] {
    const owners = [...new Set(rows.map((row) => row[this.#owner]))];
    for (const owner of owners) {
      if (this.#seen.has(owner)) throw new Error(`${this.#decided.table}: rows of ${String(owner)} come apart`);
      this.#seen.add(owner);
    }
    return owners;
  }

  /** Before anything was compared. New tables have no statistics, by which the planner would find an owner's rows. */
  async #isEmpty(): Promise<boolean> {
    this.#wasEmpty ??= (await this.#sql.query(`SELECT 1 AS one FROM ${this.#decided.table} LIMIT 1`)).rows.length === 0;
    return this.#wasEmpty;
  }

  async #rowsOf(owners: readonly unknown[]): Promise<Row[]> {
    const { table, key, values } = this.#decided;
    const { rows } = await this.#sql.query(
      `SELECT ${[...key, ...values].join(", ")} FROM ${table} WHERE ${this.#owner} = ANY($1::text[])`,
      [owners.map((owner) => storable("", owner))],
    );
    return rows;
  }
}

/** Brings a table to what it should hold by writing the rows that differ, and no others. */
export class TableWriter {
  readonly #sql: SqlPort;
  readonly #decided: DecidedTable;
  readonly #log: WriteLog;
  readonly #comparison: TableComparison;

  constructor(sql: SqlPort, decided: DecidedTable, log: WriteLog) {
    this.#sql = sql;
    this.#decided = decided;
    this.#log = log;
    this.#comparison = new TableComparison(sql, decided);
  }

  /** @param rows all rows of their owners */
  async write(rows: readonly Row[]): Promise<void> {
    const difference = await this.#comparison.compare(rows);
    await removeRows(this.#sql, { ...this.#decided, rows: difference.gone }, this.#log);
    await writeRows(this.#sql, { ...this.#decided, ...difference }, this.#log);
  }

  /** Deletes rows of records that are no longer in the corpus. */
  async finish(): Promise<void> {
    for await (const gone of this.#comparison.ofOthers())
      await removeRows(this.#sql, { ...this.#decided, rows: gone }, this.#log);
  }
}

/** A table with all its rows: those of one owner follow each other. */
export async function reconcile(
  sql: SqlPort,
  { rows, ...decided }: DecidedTable & { rows: Iterable<Row> },
  log: WriteLog,
): Promise<void> {
  const writer = new TableWriter(sql, decided, log);
  for (const slice of slicesOf(rows, decided.owner ?? decided.key[0]!)) await writer.write(slice);
  await writer.finish();
}

export async function removeRows(
  sql: SqlPort,
  { table, key, rows }: Pick<DecidedTable, "table" | "key"> & { rows: readonly Row[] },
  log: WriteLog,
): Promise<void> {
  await bulkDelete(sql, { table, key, rows });
  log.add(table, { deleted: rows.length });
}

export async function writeRows(
  sql: SqlPort,
  { table, key, stamp, added, changed }: DecidedTable & Omit<TableDifference, "gone">,
  log: WriteLog,
): Promise<void> {
  const stamped = (rows: readonly Row[]) => rows.map((row) => ({ ...row, ...stamp }));
  await bulkUpsert(sql, { table, key, rows: stamped(changed) });
  await bulkInsert(sql, { table, rows: stamped(added), batch: SLICE_ROWS });
  log.add(table, { inserted: added.length, updated: changed.length });
}

const SLICE_ROWS = 5000;

/** Some thousand rows at a time, all of an owner's in one slice. */
export function* slicesOf(rows: Iterable<Row>, owner: string, most = SLICE_ROWS): Generator<Row[]> {
  let slice: Row[] = [];
  for (const row of rows) {
    if (slice.length >= most && row[owner] !== slice.at(-1)![owner]) {
      yield slice;
      slice = [];
    }
    slice.push(row);
  }
  if (slice.length > 0) yield slice;
}

/** Columns as one comparable text, as the database would hold them. */
function textOf(row: Row, columns: readonly string[]): string {
  return storableJson(columns.map((column) => row[column] ?? null));
}
