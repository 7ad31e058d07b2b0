import type { TopLevelSpec } from "vega-lite";
import type { NamedColumn } from "../../print/column.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import type { Theme } from "./theme.ts";

/** One row of a figure: flat, so that the same rows are a CSV file and a table. */
export type FigureRow = Record<string, string | number | boolean | null>;

/** A factor beside model, workflow and knowledge mode, with the levels that occur in rows, as declared. */
export interface PanelFactor {
  factor: string;
  levels: readonly string[];
}

export interface ChartOptions {
  /** Pixels of the whole figure, axes and legends included. */
  width: number;
  theme: Theme;
  /** Pixels of axis and legend text. */
  fontSize?: number;
  /** Height of plots and rows as a share of the usual: below 1 where the whole may only be so tall. */
  stretch?: number;
  /** Names in the run's order of colours: a model keeps its colour where others have no rows, or did not run. */
  models: readonly string[];
  /** Said inside the figure: stand-ins, synthetic corpus. Empty when there is nothing to warn of. */
  notice: readonly string[];
  /** The finding, drawn as title; left out on pages, which have their own headings. */
  title?: string;
  /** Factors whose levels are panels, the last one's side by side. Default: one panel. */
  panels?: readonly PanelFactor[];
  /** Width of the whole figure while one panel of several is drawn: legends have it, and what is said once for all is left out. */
  whole?: number;
  /** Address of the executions behind a row; marks become links. Absent in files, which stand alone. */
  link?: (target: Target) => string;
  /** The executions behind a row: the figure's own (`figureSpec`), or, of marks that stand for several rows, theirs. */
  target?: ((row: FigureRow) => Target) | undefined;
  /** The figure's own (`figureSpec`): what is said at the pointer has their words. */
  columns?: readonly NamedColumn[];
}

/** A drawing as a builder in `charts/` makes it; figures hand it on. */
export type ChartSpec = TopLevelSpec;

/** What a figure is drawn from. `facts`: results over all rows, such as a correlation; null where there are none. */
export interface FigureData<Row extends FigureRow = FigureRow, Facts = unknown> {
  rows: readonly Row[];
  facts: Facts;
}

/**
 * One figure: data from a run's results, a sentence that says what they show, and a Vega-Lite spec. Pure and without
 * imports of Node, because the plots stage and the pages both call it.
 */
export interface Figure<Row extends FigureRow = FigureRow, Facts = unknown> {
  /** File name and key. */
  name: string;
  title: string;
  /** What exactly is drawn: the measure, over which executions, which interval. */
  definition: string;
  columns: readonly NamedColumn[];
  read(results: Results): FigureData<Row, Facts>;
  /** The finding: one sentence, computed from the data, of about 160 letters beside names, with its n. It is the figure's heading. */
  caption(data: FigureData<Row, Facts>): string;
  /**
   * How many data marks the rows imply: a drawing holds as many in the marks named by `DATA_MARKS`. 0: there is nothing to draw or
   * to see, and the caption says why.
   */
  marks(data: FigureData<Row, Facts>): number;
  /** @param data with at least one mark; for any data see `figureSpec`. */
  spec(data: FigureData<Row, Facts>, options: ChartOptions): ChartSpec;
  /** What else came out, beside the definition. */
  details?(data: FigureData<Row, Facts>): string;
  /** One sentence in the place of a drawing in which nothing varies; null where there is something to see. */
  flat?(data: FigureData<Row, Facts>): string | null;
  /** The executions behind a row. Absent where a row has none of its own. */
  target?(row: Row): Target;
  /** How it is drawn in panels: each with its own rows, or all with the same axes and their own marks. Absent: never. */
  panels?: "rows" | "marks";
  /** Page of the notebook that it is added to. Absent where a page asks for it itself. */
  page?: "retrieval" | "factors" | "judge" | "abstention" | "grounding" | "behaviour";
  /** The executions behind the whole figure and its caption; null where it is not made of executions of the run. */
  behind: Target | null;
}

/** What the plots stage stores of a figure, and all that a page needs to draw it again. */
export interface StoredFigure extends FigureData {
  name: string;
  title: string;
  definition: string;
  caption: string;
  /** Data marks that the rows imply; 0: nothing to draw, and the caption says why. */
  marks: number;
  columns: readonly NamedColumn[];
  /** Factors whose levels can be panels, as declared; absent where there are none. */
  panels?: readonly PanelFactor[];
  notice: readonly string[];
  models: readonly string[];
}
