import type { TopLevelSpec } from "vega-lite";
import type { Filters } from "./filters.ts";
import type { Results } from "./results.ts";
import type { Theme } from "./theme.ts";

/** One row of a figure: flat, so that the same rows are a CSV file and a table. */
export type FigureRow = Record<string, string | number | boolean | null>;

/** How a value is written in the table view. Shares are 0..1. */
export type ColumnFormat = "text" | "count" | "decimal" | "percent" | "seconds" | "p";

export interface Column {
  key: string;
  label: string;
  format: ColumnFormat;
}

export interface ChartOptions {
  /** Pixels of the whole figure, axes and legends included. */
  width: number;
  theme: Theme;
  /** Said inside the figure: stand-ins, synthetic corpus. Empty when there is nothing to warn of. */
  notice: readonly string[];
  /** Drawn as title; left out on pages, which have their own headings. */
  title?: string;
  /** Address of the executions behind a row; marks become links. Absent in files, which stand alone. */
  link?: (filters: Filters) => string;
}

/**
 * One figure: rows from a run's results, a sentence that says what they show, and a Vega-Lite spec. Pure and without
 * imports of Node, because the plots stage and the pages both call it.
 */
export interface Figure<Row extends FigureRow = FigureRow> {
  /** File name and key. */
  name: string;
  title: string;
  /** What exactly is drawn: the measure, over which executions, which interval. */
  definition: string;
  columns: readonly Column[];
  rows(results: Results): Row[];
  /** The finding, computed from the rows, with its n. */
  caption(rows: readonly Row[]): string;
  spec(rows: readonly Row[], options: ChartOptions): TopLevelSpec;
  /** The executions behind a row. Absent where a row has none of its own. */
  filters?(row: Row): Filters;
}

/** What the plots stage stores of a figure, and all that a page needs to draw it again. */
export interface StoredFigure {
  name: string;
  title: string;
  definition: string;
  caption: string;
  columns: readonly Column[];
  notice: readonly string[];
  rows: readonly FigureRow[];
}
