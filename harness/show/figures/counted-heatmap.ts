import type { TopLevelSpec } from "vega-lite";
import { count, percent } from "../../print/format.ts";
import type { Target } from "../../results/selection/target.ts";
import { labelSpace, rowLabelLimit } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { hrefChannel, labelExpression, modelsIn } from "../drawing/encode.ts";
import type { ChartOptions, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { fontSizeOf, plotHeight } from "../drawing/theme.ts";
import { areEqual } from "./flat.ts";

/** Passes of the executions with a verdict. */
export interface PassCount extends FigureRow {
  model: string;
  passes: number;
  n: number;
  rate: number | null;
}

interface Heatmap<Row extends PassCount> {
  rows: readonly Row[];
  options: ChartOptions;
  /** What the lines of the heatmap are; its columns are models. */
  field: string;
  values: readonly string[];
  label: (value: string) => string;
  target: (row: Row) => Target;
}

/** Adds up estimates of a pass rate: counts over n, so that the counts come back exactly by rounding. */
export function sumPasses(estimates: readonly { mean: number | null; n: number }[]) {
  const n = estimates.reduce((sum, estimate) => sum + estimate.n, 0);
  const passes = estimates.reduce((sum, { mean, n: of }) => sum + Math.round((mean ?? 0) * of), 0);
  return { passes, n, rate: n === 0 ? null : passes / n };
}

/** `12 of 52 (23.1 %)`. */
export function passText({ passes, n, rate }: PassCount): string {
  return `${count(passes)} of ${count(n)} (${percent(rate)})`;
}

export function judged<Row extends PassCount>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.rate !== null);
}

/** Where every cell would be of one shade. */
export function sameRate(rows: readonly PassCount[], rate: string): string | null {
  const known = judged(rows);
  const [n, passes] = [known.reduce((sum, row) => sum + row.n, 0), known.reduce((sum, row) => sum + row.passes, 0)];
  if (!areEqual(known, (row) => row.rate)) return null;
  return `The ${rate} is the same in every cell: ${passText({ model: "", passes, n, rate: passes / n })}.`;
}

/** Pass rates with their counts: the darker, the more passes. */
export function heatmapSpec<Row extends PassCount>(heatmap: Heatmap<Row>): TopLevelSpec {
  const { rows, options, field, values, label, target } = heatmap;
  const models = modelsIn(rows, options);
  const fontSize = fontSizeOf(options);
  const labels = labelSpace(values.map(label), options);
  // As wide as what stands in a cell, or as the figure allows.
  const fitting = Math.floor((options.width - labels - 2 * fontSize) / Math.max(1, models.length));
  const narrow = fitting < 9.5 * fontSize;
  const cell = Math.max(20, Math.min(fitting, 13 * fontSize));
  const labelLimit = cell - 4;
  const axis = { labelAngle: 0, orient: "top", domain: false, ticks: false, labelLimit };
  const counts = `datum.passes + "/" + datum.n`;
  const rate = `format(100 * datum.rate, ".1f") + " %"`;
  const text = narrow ? `[${rate}, ${counts}]` : `${rate} + " · " + ${counts}`;
  const opacity = { field: "rate", type: "quantitative", scale: { domain: [0, 1], range: [0.03, 0.6] }, legend: null };
  return {
    ...frame({ target }, judged(rows), options),
    width: cell * models.length,
    height: plotHeight(options, (narrow ? 36 : 28) * values.length),
    encoding: {
      x: { field: "model", type: "nominal", title: null, sort: models, axis },
      y: {
        field,
        type: "nominal",
        title: null,
        sort: [...values],
        axis: { labelExpr: labelExpression(values, label), labelLimit: rowLabelLimit(options) },
      },
    },
    layer: [
      {
        name: DATA,
        mark: { type: "rect", fill: options.theme.accent, stroke: options.theme.paper, strokeWidth: 3 },
        encoding: { fillOpacity: opacity, ...hrefChannel(options) },
      },
      {
        transform: [{ calculate: text, as: "text" }],
        mark: { type: "text", lineHeight: 1.2 * fontSize, ...(narrow ? { dy: -0.6 * fontSize } : {}) },
        encoding: { text: { field: "text" } },
      },
    ],
  } as TopLevelSpec;
}
