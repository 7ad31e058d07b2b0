import { OUTCOMES } from "../../../agent/contract/contract.ts";
import { type QueryType, scenariosOf } from "../../../scenarios/set/query-type.ts";
import type { Target } from "../selection/target.ts";
import { isEstimate, type Table } from "./table.ts";

/** The executions that a number is made of, and how it is made of them. */
export interface Behind extends Target {
  /** `mean`, `median`, `sum`, `n`, `ratio` (of the sums of two metrics), `difference` ... */
  of: string;
  /** What `of` needs besides: a threshold, a limit in seconds, the configuration of a rank. */
  at?: string | number;
}

type Row = Table["rows"][number];
/** What a number of this column and row is made of. Null: not of executions. */
type ColumnBehind = Behind | null | ((row: Row, key: string) => Behind | null);

/**
 * What the numbers of a table's columns are made of, by their keys; `*`: of all others. The row's own values select, too. A mean with its
 * interval that is not named here is of the metric that its column is named by; any other number is not of executions.
 */
export type ColumnsBehind = Readonly<Record<string, ColumnBehind>>;

/** A table as pages load it: `behind` has, for each cell of a row in the order of the columns, which of `made` its number is; null: of none. */
export interface PageTable extends Table {
  made: readonly Behind[];
  behind: readonly (readonly (number | null)[])[];
}

export const meanBehind = (metric: string): Behind => ({ metric, of: "mean" });
export const sumBehind = (metric: string): Behind => ({ metric, of: "sum" });
export const nBehind = (metric: string): Behind => ({ metric, of: "n" });
export const NO_ANSWER: Behind = { abstention: "no_answer", of: "n" };
export const EXECUTED: Target = { outcome: OUTCOMES.join(",") };

/** The executions whose scenarios are of a type of question. */
export function ofQueryType(type: unknown): Target {
  if (type === "all") return {};
  const { families, complexities } = scenariosOf(type as QueryType);
  return { family: families.join(","), complexity: complexities.join(",") };
}

export function withBehind(table: Table, declared: ColumnsBehind = {}): PageTable {
  const made = new Map<string, number>();
  const placeOf = (behind: Behind | null): number | null => {
    if (behind === null) return null;
    const text = JSON.stringify(behind);
    const place = made.get(text) ?? made.size;
    made.set(text, place);
    return place;
  };
  const behind = table.rows.map((row) =>
    table.columns.map(({ key, format }) => placeOf(format === "text" ? null : behindOf(declared, key, row))),
  );
  return { ...table, made: [...made.keys()].map((text) => JSON.parse(text)), behind };
}

/** What the numbers of a row are made of, by their columns' keys. */
export type BehindCell = (row: Row, key: string) => Behind | null;

export function behindCells({ columns, rows, made, behind }: PageTable): BehindCell {
  const ofRow = new Map(rows.map((row, at) => [row, behind[at]]));
  const ofColumn = new Map(columns.map(({ key }, at) => [key, at]));
  return (row, key) => made[ofRow.get(row)?.[ofColumn.get(key) ?? -1] ?? -1] ?? null;
}

function behindOf(declared: ColumnsBehind, key: string, row: Row): Behind | null {
  const found =
    key in declared ? declared[key] : "*" in declared ? declared["*"] : isEstimate(row[key]) ? meanBehind(key) : null;
  return typeof found === "function" ? found(row, key) : (found ?? null);
}
