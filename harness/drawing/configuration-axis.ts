import type { ChartOptions, FigureRow } from "../figures/figure.ts";
import { isNarrow, rowFontSize, rowHeight } from "./theme.ts";

const ROW_AXIS = { domain: false, ticks: false, grid: false } as const;

/** A row axis of configurations, in the order of the rows. */
export function configurationAxis(rows: readonly FigureRow[], options: ChartOptions) {
  return {
    field: "configuration",
    type: "nominal",
    // A domain and not a sort: reference layers with data of their own keep the order too.
    scale: { domain: configurationsIn(rows) },
    title: null,
    axis: { ...ROW_AXIS, ...rowLabels(options) },
  } as const;
}

/** How names of rows are written: cut, short and small where there is little room. */
export function rowLabels(options: ChartOptions, { trueSigns = false } = {}) {
  const fontSize = rowFontSize(options);
  const limit = { labelLimit: rowLabelLimit(options), labelFontSize: fontSize, labelPadding: 0.7 * fontSize };
  const steps = [...(trueSigns ? SIGNS : []), ...(isNarrow(options) ? SHORTER : [])];
  const labelExpr = steps.reduce(
    (text, [from, to]) => `join(split(${text}, ${JSON.stringify(from)}), ${JSON.stringify(to)})`,
    "datum.label",
  );
  return { ...limit, labelOverlap: rowHeight(options) < 4, ...(steps.length > 0 ? { labelExpr } : {}) };
}

/** Pixels that the labels of that axis take. */
export function configurationSpace(rows: readonly FigureRow[], options: ChartOptions): number {
  const labels = configurationsIn(rows);
  return labelSpace(labels, options);
}

/** Where there is little room, configurations are written short. */
const SHORTER = [
  ["Plan-and-Execute", "P&E"],
  ["Skill + Meta", "S+M"],
] as const;

/** Records are plain ASCII; people read true signs. */
const SIGNS = [
  [" - ", " − "],
  [" x ", " × "],
] as const;

export function shortName(label: string, options: ChartOptions): string {
  return isNarrow(options) ? SHORTER.reduce((text, [from, to]) => text.replace(from, to), label) : label;
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
  const shown = labels.map((label) => shortName(label, options));
  const longest = Math.max(0, ...shown.map((label) => label.length));
  return Math.min(rowLabelLimit(options), Math.ceil(0.54 * rowFontSize(options) * longest)) + 14;
}
