import type { ExecutionParts } from "../execution-data.ts";
import type { Site } from "../read-site.ts";
import type { ExecutionData } from "../site-data.ts";

/** DuckDB's names of the types that columns have; every column may be null. */
export type ColumnType = "VARCHAR" | "INTEGER" | "DOUBLE" | "BOOLEAN";
export type CellValue = string | number | boolean | null;

export interface QueryColumn {
  name: string;
  type: ColumnType;
  about: string;
}

/** What rows are made from: an execution as read from the run, and as its page shows it. */
export interface QueriedExecution {
  site: Site;
  parts: ExecutionParts;
  data: Pick<ExecutionData, "row" | "ids" | "expected">;
  /** Whether its trace is taken: a report of many executions has a sample of them. */
  taken: boolean;
}

/** A table over a run that readers query: a Parquet file of the report and of `runs export --format parquet`. */
export interface QueryTable {
  name: string;
  about: string;
  columns: readonly QueryColumn[];
  /** Its rows are texts: only of executions whose traces are taken. */
  texts?: true;
  /** Rows that do not belong to an execution, in the order of the columns. */
  fixed?(site: Site): CellValue[][];
  /** Makes the rows of one run, told of each execution once; what it remembers is of that run. */
  open(): (execution: QueriedExecution) => CellValue[][];
}

type Column<Row> = [type: ColumnType, about: string, of: (row: Row) => CellValue | undefined];

interface Definition<Row> {
  name: string;
  about: string;
  columns: Record<string, Column<Row>>;
  /** Of a whole run; none where rows belong to executions. */
  all?(site: Site): readonly Row[];
  rows?(): (execution: QueriedExecution) => readonly Row[];
  texts?: true;
}

/** A table from its columns, each with its type, what it means and how it is read from a row. */
export function defineTable<Row>({ name, about, columns, all, rows, texts }: Definition<Row>): QueryTable {
  const entries = Object.entries(columns);
  const read = (row: Row) => entries.map(([, [, , of]]) => of(row) ?? null);
  return {
    name,
    about,
    columns: entries.map(([column, [type, says]]) => ({ name: column, type, about: says })),
    ...(texts && { texts }),
    fixed: all && ((site) => all(site).map(read)),
    open: () => {
      const rowsOf = rows?.();
      return (execution) => rowsOf?.(execution).map(read) ?? [];
    },
  };
}
