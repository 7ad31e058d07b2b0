import type { ChartOptions, FigureRow } from "../figures/figure.ts";
import { fontSizeOf, isNarrow } from "./theme.ts";

const ROW_AXIS = { domain: false, ticks: false, labelPadding: 8, grid: false } as const;

/** A row axis of configurations, in the order of the rows. */
export function configurationAxis(rows: readonly FigureRow[], options: ChartOptions) {
  return {
    field: "configuration",
    type: "nominal",
    // A domain and not a sort: reference layers with data of their own keep the order too.
    scale: { domain: configurationsIn(rows) },
    title: null,
    axis: { ...ROW_AXIS, labelLimit: rowLabelLimit(options), ...shortLabels(options) },
  } as const;
}

/** Pixels that the labels of that axis take. */
export function configurationSpace(rows: readonly FigureRow[], options: ChartOptions): number {
  const labels = configurationsIn(rows);
  return labelSpace(labels, options);
}

/** Where there is little room, configurations are written short; for axes whose labels name them. */
export function shortLabels(options: ChartOptions): { labelExpr?: string } {
  const short = `replace(replace(datum.label, "Plan-and-Execute", "P&E"), "Skill + Meta", "S+M")`;
  return isNarrow(options) ? { labelExpr: short } : {};
}

function shortened(label: string): string {
  return label.replace("Plan-and-Execute", "P&E").replace("Skill + Meta", "S+M");
}

function configurationsIn(rows: readonly FigureRow[]): string[] {
  return [...new Set(rows.map((row) => String(row.configuration)))];
}

/** At most this much of the width is for the names of rows; a longer name is cut, with its whole in the table. */
export function rowLabelLimit({ width }: ChartOptions): number {
  return Math.min(320, Math.round(0.45 * width));
}

/** Pixels that names of rows take beside panels, which Vega-Lite does not fit by itself; longer ones are cut there. */
export function labelSpace(labels: readonly string[], options: ChartOptions): number {
  const shown = isNarrow(options) ? labels.map(shortened) : labels;
  const longest = Math.max(0, ...shown.map((label) => label.length));
  return Math.min(rowLabelLimit(options), Math.ceil(0.54 * fontSizeOf(options) * longest)) + 14;
}
