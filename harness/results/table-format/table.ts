import type { ColumnFormat, NamedColumn } from "../../print/column.ts";
import type { Estimate } from "../../record/domain/estimate.ts";

export type TableCell = string | number | null | Estimate;

export interface Column extends NamedColumn {
  /** Show an estimate's interval too; CSV and JSON always have it. */
  interval?: boolean;
}

export interface Table extends TableBody {
  /** File name without ending. */
  name: string;
}

export interface TableBody {
  title: string;
  /** What n is, which policy holds, whether models or judges are stand-ins. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Readonly<Record<string, TableCell>>[];
  published?: Published;
}

/** What the reference study published under the same columns, on another corpus and with other models. */
export interface Published {
  rows: Table["rows"];
  /** Whether it is the same measure over the same kind of executions, and what is not. */
  measured: string;
}

export function isEstimate(cell: TableCell | undefined): cell is Estimate {
  return typeof cell === "object" && cell !== null;
}

/** Columns beside each other that are shown alike: their labels by their keys. */
export function columnsShown(
  format: ColumnFormat,
  labels: Readonly<Record<string, string>>,
  { interval }: Pick<Column, "interval"> = {},
): Column[] {
  return Object.entries(labels).map(([key, label]) => ({ key, label, format, ...(interval && { interval }) }));
}

export const CONFIGURATION_COLUMNS: readonly Column[] = columnsShown("text", {
  ...{ model: "Model", workflow: "Workflow", knowledge: "Knowledge" },
});

/** The pass rate, and the judge's beside it under its name. */
export const PASS_COLUMNS: readonly Column[] = columnsShown(
  "percent",
  { functional_pass: "Functional pass %", pass: "Judge's pass %" },
  { interval: true },
);
