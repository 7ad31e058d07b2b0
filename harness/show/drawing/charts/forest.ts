import type { TopLevelSpec } from "vega-lite";
import { labelSpace, nameAxis } from "../configuration-axis.ts";
import { legendFor, levelChannel, modelColor } from "../encode.ts";
import { markSize, rowHeight } from "../theme.ts";
import { shapeOf } from "../workflow-shapes.ts";
import {
  type Chart,
  channelOf,
  dataLayer,
  type Layer,
  linesAt,
  type Panels,
  panels,
  plot,
  type Scale,
  span,
  withoutLegend,
} from "./parts.ts";

interface Forest extends Chart {
  /** Panels beside each other, on the same lines. Default: one. */
  panels?: Pick<Panels, "field" | "values" | "label" | "minimumWidth">;
  /** Column that names the lines. */
  names: string;
  trueSigns?: boolean;
  /** The axis: from as far below 0 as above. */
  difference: Omit<Scale, "domain" | "ticks"> & { reach: number; ticks: number };
  /** Columns of the interval. */
  interval: readonly [low: string, high: string];
  /** Lines through the plot, and the side of one of them that is bad. */
  lines: readonly { at: readonly number[]; dash?: readonly number[]; color?: string }[];
  ground?: { from: number; edge: number; color: string };
  /** How a mark is filled, by a column, and its outline. */
  fill: { field: string; values: readonly unknown[]; colors: readonly string[]; labels?: readonly string[] };
  stroke: string;
  outline?: number;
  /** Of a mark, whatever the type's size. Default: smaller where rows are close. */
  size?: number;
}

/** Values with intervals against lines at fixed places. */
export function forest(chart: Forest): TopLevelSpec {
  const { rows, options, names, trueSigns = false, difference, interval, lines, ground, fill, stroke } = chart;
  const { ink, muted } = options.theme;
  const all = [...new Set(rows.map((row) => String(row[names])))];
  const { reach, ...scale } = difference;
  const channel = channelOf({ ...scale, domain: [-reach, reach] });
  const x = { ...channel, axis: { ...channel.axis, ...APART } };
  const y = nameAxis(names, all, options, { trueSigns });
  const { size = markSize(options, 70), outline = 1.5 } = chart;
  const color = { field: fill.field, type: "nominal", title: null, ...fillOf(chart) };
  const mark = { type: "point", size, opacity: 1, stroke, strokeWidth: outline };
  const layers: Layer[] = [
    ...(ground ? [groundOf(ground, x)] : []),
    ...lines.map(({ at, dash, color = ink }) =>
      linesAt("x", x, at, { color, strokeWidth: 1, ...(dash && { strokeDash: dash }) }),
    ),
    { mark: { type: "rule", strokeWidth: 1.8, color: muted }, encoding: { ...span("x", x, ...interval), y } },
    dataLayer(chart, { mark, encoding: { x, y, fill: color } }),
  ];
  const height = all.length * rowHeight(options);
  if (!chart.panels) return plot(chart, { height, layer: layers });
  return panels(chart, { ...chart.panels, height, axisSpace: labelSpace(all, options) }, layers);
}

function fillOf({ options, fill, stroke }: Forest): object {
  const { values, colors, labels } = fill;
  const scale = { domain: values, range: colors };
  if (!labels) return { scale, legend: null };
  const labelExpr = `${JSON.stringify(labels)}[indexof(${JSON.stringify(values)}, datum.value)]`;
  const symbols = { symbolStrokeColor: stroke, symbolType: "circle" };
  return { scale, legend: { ...legendFor(labels, options), labelExpr, ...symbols } };
}

const APART = { labelOverlap: true, labelSeparation: 6 };

function groundOf({ from, edge, color }: { from: number; edge: number; color: string }, x: object): Layer {
  return {
    data: { values: [{ from, edge }] },
    mark: { type: "rect", color, opacity: 0.09 },
    encoding: span("x", x, "from", "edge"),
  };
}

interface Dots extends Chart {
  panels: Pick<Panels, "field" | "values" | "label" | "minimumWidth">;
  /** Column that names the lines. */
  names: string;
  value: Scale;
}

/** The same lines in each panel, with a mark of the model's colour and the workflow's shape on each. */
export function dotPanels(chart: Dots): TopLevelSpec {
  const { rows, options, names, value } = chart;
  const all = [...new Set(rows.map((row) => String(row[names])))];
  const { axis, ...x } = channelOf(value);
  const lines = nameAxis(names, all, options);
  const { ticks: _, ...named } = lines.axis;
  const encoding = {
    x: { ...x, axis: { ...axis, labelFlush: false } },
    y: { ...lines, axis: { ...named, grid: true } },
    color: withoutLegend(modelColor(options)),
    shape: withoutLegend(levelChannel("workflow", { rows, sign: shapeOf })),
  };
  const mark = { type: "point", filled: true, size: markSize(options, 70), opacity: 1 };
  const height = all.length * rowHeight(options);
  return panels(chart, { ...chart.panels, height, axisSpace: labelSpace(all, options) }, [
    dataLayer(chart, { mark, encoding }),
  ]);
}
