import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type BasicType, fileWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { makeFolder } from "../../../../base/make-folder.ts";
import type { Site } from "../read-site.ts";
import type { WrittenTable } from "../site-data.ts";
import { queryTables } from "./registry.ts";
import type { CellValue, ColumnType, QueriedExecution, QueryColumn, QueryTable } from "./table.ts";

/** Rows and characters that wait in memory for their row group: many small groups would be larger than their data. */
const GROUP_ROWS = 10_000;
const GROUP_CHARACTERS = 2_000_000;

const PARQUET_TYPES: Record<ColumnType, BasicType> = {
  VARCHAR: "STRING",
  INTEGER: "INT32",
  DOUBLE: "DOUBLE",
  BOOLEAN: "BOOLEAN",
};

/** Writes `<folder>/<table>.parquet`, told of one execution after the other, so that memory does not grow with the run. */
export class QueryTables {
  readonly #folder: string;
  #files: TableFile[] = [];
  #executions = 0;
  #taken = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(site: Site): Promise<void> {
    await makeFolder(this.#folder);
    this.#files = queryTables(site.config).map((table) => new TableFile(this.#folder, table));
    for (const file of this.#files) file.add(file.table.fixed?.(site) ?? []);
  }

  add(execution: QueriedExecution): void {
    this.#executions++;
    if (execution.taken) this.#taken++;
    for (const file of this.#files) if (execution.taken || !file.table.texts) file.add(file.rowsOf(execution));
  }

  async close(): Promise<WrittenTable[]> {
    // One after the other: what is left of all of them, as Parquet, would be 90 MB at once.
    const written: WrittenTable[] = [];
    for (const file of this.#files) written.push(await file.close());
    if (this.#taken === this.#executions) return written;
    const sample = `, of the ${this.#taken} of ${this.#executions} executions whose traces are in this report`;
    return written.map((table, at) =>
      this.#files[at]!.table.texts ? { ...table, about: table.about + sample } : table,
    );
  }
}

class TableFile {
  readonly table: QueryTable;
  readonly rowsOf: (execution: QueriedExecution) => CellValue[][];
  readonly #path: string;
  readonly #writer: ParquetWriter;
  #waiting: CellValue[][] = [];
  #characters = 0;
  #rows = 0;

  constructor(folder: string, table: QueryTable) {
    this.table = table;
    this.rowsOf = table.open();
    this.#path = join(folder, `${table.name}.parquet`);
    const schema = schemaFromColumnData({ columnData: toColumns(table.columns, []) });
    this.#writer = new ParquetWriter({ writer: fileWriter(this.#path), schema, statistics: false });
  }

  add(rows: readonly CellValue[][]): void {
    for (const row of rows) {
      this.#waiting.push(row);
      for (const value of row) if (typeof value === "string") this.#characters += value.length;
    }
    if (this.#waiting.length >= GROUP_ROWS || this.#characters >= GROUP_CHARACTERS) this.#flush();
  }

  async close(): Promise<WrittenTable> {
    this.#flush();
    await this.#writer.finish();
    const { name, about, columns } = this.table;
    return { name, about, columns, rows: this.#rows, bytes: (await stat(this.#path)).size };
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const columnData = toColumns(this.table.columns, this.#waiting);
    this.#writer.write({ columnData, rowGroupSize: this.#waiting.length });
    this.#rows += this.#waiting.length;
    this.#waiting = [];
    this.#characters = 0;
  }
}

function toColumns(columns: readonly QueryColumn[], rows: readonly CellValue[][]) {
  return columns.map(({ name, type }, index) => ({
    name,
    type: PARQUET_TYPES[type],
    nullable: true,
    data: rows.map((row) => row[index] ?? null),
  }));
}
