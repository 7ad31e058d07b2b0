import { isBlank } from "../../../base/blank.ts";
import { grouped } from "../../../base/grouped.ts";
import { guessRole } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import type { Problems } from "../../folder/problems.ts";
import { quote } from "../../folder/quote.ts";
import { inTime, timeStamp } from "../junit/history.ts";
import { checkedByCells, toldByCells } from "./check-columns.ts";
import { guessColumns } from "./column-roles.ts";
import type { TableDialect } from "./dialects.ts";
import { withExecutions } from "./execution-columns.ts";
import type { SourceRow } from "./grid.ts";
import type { SourceTable } from "./read-tables.ts";

/** One record of a table: the rows that tell of it, first to last. */
export interface TableRecord {
  rawId: string;
  type: string;
  rows: readonly SourceRow[];
  place: string;
  /** Rows of another table that tell its steps. */
  steps?: readonly { table: RoledTable; row: SourceRow }[];
}

interface RoledTableOptions {
  dialect: TableDialect | null;
  columns: Readonly<Record<string, ColumnRole>>;
  /** Default: `row`. */
  unnamed?: string;
}

/** A table with the roles of its columns. */
export class RoledTable {
  readonly table: SourceTable;
  /** The type of its records where neither a column nor the table's name says one. */
  readonly unnamed: string;
  readonly roles: ReadonlyMap<string, ColumnRole>;
  readonly dialect: TableDialect | null;
  /** Suites that have rows of their own, by id. */
  readonly suites: ReadonlyMap<string, { parent: string; name: string }>;
  /** Places of columns, of equal names the first. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #byRole: ReadonlyMap<ColumnRole | undefined, readonly string[]>;

  constructor(table: SourceTable, { dialect, columns, unnamed = "row" }: RoledTableOptions) {
    this.table = table;
    this.dialect = dialect;
    this.unnamed = unnamed;
    const said = { ...dialect?.roles, ...columns };
    this.roles = dialect
      ? guessColumns(table.header, said)
      : withExecutions(
          checkedByCells(guessColumns(table.header, { ...toldByCells(table, said), ...said }), {
            table,
            said: new Set(Object.keys(said)),
          }),
          { table, said },
        );
    this.#places = new Map(table.header.map((name, at) => [name, at] as const).reverse());
    this.#byRole = grouped(table.header, (name) => this.roles.get(name));
    this.suites = new Map(this.#suiteRows());
  }

  /** True when it has what a record needs. */
  get isUsable(): boolean {
    return this.columnsOf("title").length + this.columnsOf("text").length > 0 || this.isLog;
  }

  /** True for a list of executions, in which a test stands as often as it was run. */
  get isLog(): boolean {
    return (
      (["id", "outcome", "executed"] as const).every((role) => this.columnsOf(role).length > 0) &&
      this.columnsOf("step").length === 0
    );
  }

  /** True where each row says what belongs together, and nothing else: a table of links. */
  get isPairs(): boolean {
    const refers = this.columnsOf("link").length + this.columnsOf("requirement").length;
    return !this.isUsable && this.columnsOf("step").length === 0 && refers >= 2;
  }

  /** True where every record is a test. */
  get isOfTests(): boolean {
    if (this.columnsOf("step").length > 0) return true;
    const types = new Set(this.table.rows.map((row) => guessRole(this.typeOf(row)).role));
    return types.size === 1 && types.has("test_case");
  }

  /** True where some records are what tests are of. */
  get isOfItems(): boolean {
    return this.table.rows.some((row) => guessRole(this.typeOf(row)).role === "backlog_item");
  }

  /** Columns whose values name one row each: the ids, and what else is filled and different in every row. */
  get keyColumns(): string[] {
    if (!this.isUsable) return [];
    const { header, rows } = this.table;
    return header.filter((name) => {
      const role = this.roles.get(name);
      if (role === "id") return true;
      return (
        role === "attribute" && rows.length > 1 && new Set(rows.map((row) => this.cell(row, name))).size === rows.length
      );
    });
  }

  columnsOf(role: ColumnRole): readonly string[] {
    return this.#byRole.get(role) ?? [];
  }

  cell(row: SourceRow, column: string): string {
    const text = row.cells[this.#places.get(column) ?? -1] ?? "";
    return isBlank(text) ? "" : text.replace(/\r\n?/g, "\n").trim();
  }

  /** Filled cells of a role in a row, in column order. */
  cells(row: SourceRow, role: ColumnRole): string[] {
    return this.columnsOf(role)
      .map((name) => this.cell(row, name))
      .filter((cell) => cell !== "");
  }

  place(row: SourceRow): string {
    return `${this.table.name}:${row.line}`;
  }

  typeOf(row: SourceRow): string {
    return (
      this.dialect?.typeOf?.((name) => this.cell(row, name)) ??
      this.cells(row, "type")[0] ??
      (this.dialect ? "test_case" : this.#typeByName())
    );
  }

  /** A sheet `Testfälle` holds tests, a file `requirements.csv` requirements, and what has steps is a test. */
  #typeByName(): string {
    if (guessRole(this.table.label).role !== "other") return this.table.label;
    return this.columnsOf("step").length > 0 || this.isLog ? "test_case" : this.unnamed;
  }

  /**
   * Rows by record: one with the id of the row above goes on with its record, and so does one without an id that has no title of
   * its own. Without an id column
   * records are numbered, after the `numbered` ones of the tables before.
   */
  records(problems: Problems, numbered = 0): TableRecord[] {
    const [idColumn] = this.columnsOf("id");
    const records: (TableRecord & { rows: SourceRow[] })[] = [];
    for (const row of this.table.rows) {
      const type = this.typeOf(row);
      if (type === "suite" && this.dialect?.suite) continue;
      const rawId = idColumn === undefined ? String(numbered + records.length + 1) : this.cell(row, idColumn);
      const last = records.at(-1);
      const isSame =
        last !== undefined &&
        (rawId === "" ? this.#isMore(row, last) : last.rawId === rawId && !this.isLog && this.#continues(row, last));
      if (isSame) last.rows.push(row);
      else if (rawId === "")
        problems.add(
          `${this.place(row)}: the row has no id, and ${last ? "a title of its own: it is no part of the row above" : "none is above it"}`,
        );
      else records.push({ rawId, type, rows: [row], place: this.place(row) });
    }
    // Of a record with a faulty row nothing is taken: its rows belong together.
    const whole = records.filter(({ rows }) => !rows.some(({ line }) => this.table.faulty.has(line)));
    return this.isLog ? this.#ofOneId(whole) : this.#titled(whole, problems);
  }

  /** Executions of one test, the newest first: what it says of the test holds. */
  #ofOneId(records: readonly TableRecord[]): TableRecord[] {
    return [...grouped(records, ({ rawId, type }) => JSON.stringify([rawId, type])).values()].map((same) => {
      const rows = same.flatMap(({ rows: [row] }) => row ?? []);
      const order = inTime(rows.map((row) => ({ row, at: timeStamp(this.cells(row, "executed")[0] ?? "") })));
      return { ...same[0]!, rows: order.map(({ row }) => row).reverse() };
    });
  }

  *#suiteRows(): Generator<[id: string, suite: { parent: string; name: string }]> {
    for (const row of this.table.rows) {
      const suite = this.typeOf(row) === "suite" ? this.dialect?.suite?.((name) => this.cell(row, name)) : undefined;
      if (suite) yield [suite.id, suite];
    }
  }

  /** A title of its own is a record's: its id is missing. */
  #isMore(row: SourceRow, { rows: [first] }: TableRecord): boolean {
    const titles = this.cells(row, "title");
    return titles.length === 0 || JSON.stringify(titles) === JSON.stringify(this.cells(first as SourceRow, "title"));
  }

  /**
   * A repeated id goes on with its record when the table has steps and no other title stands there, or when the row says the same of it in title and text,
   * as joined tables do: otherwise it is a second record, and a fault.
   */
  #continues(row: SourceRow, record: TableRecord): boolean {
    if (this.typeOf(row) !== record.type) return false;
    if (this.columnsOf("step").length > 0) return this.#isMore(row, record);
    const first = record.rows[0] as SourceRow;
    const said = (one: SourceRow) => JSON.stringify([this.cells(one, "title"), this.cells(one, "text")]);
    return said(first) === said(row) && JSON.stringify(first.cells) !== JSON.stringify(row.cells);
  }

  #titled(records: TableRecord[], problems: Problems): TableRecord[] {
    return records.filter(({ rows, place, rawId }) => {
      const first = rows[0] as SourceRow;
      if (this.cells(first, "title").length + this.cells(first, "text").length > 0) return true;
      problems.add(`${place}: ${quote(rawId)} has neither a title nor a text`);
      return false;
    });
  }
}
