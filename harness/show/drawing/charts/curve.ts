import type { TopLevelSpec } from "vega-lite";
import { workflowLabel } from "../../../print/format.ts";
import { rowLabels, shortNames } from "../configuration-axis.ts";
import { DATA } from "../data-marks.ts";
import { legendFor, levelChannel, levelsIn, modelColor, modelsIn, strokeSymbols } from "../encode.ts";
import type { FigureRow } from "../figure.ts";
import { logTicks } from "../log-axis.ts";
import { markSize, plotHeight, rowHeight } from "../theme.ts";
import {
  type Chart,
  channelOf,
  dataLayer,
  linesAt,
  opened,
  panels,
  plot,
  type Scale,
  span,
  withoutLegend,
} from "./parts.ts";

interface Curves extends Chart {
  x: Scale;
  y: Scale;
}

/** Of models, in the order of their colours; as many as colours would go in step with them. */
const MODEL_DASHES = [
  [1, 0],
  [6, 3],
  [2, 2],
  [9, 3, 2, 3],
  [4, 1],
];

/** One line that rises step by step. */
export function stepCurve(chart: Curves): TopLevelSpec {
  const { height, mark, encoding } = stepsOf(chart);
  return plot(chart, { height, name: DATA, mark: { ...mark, color: chart.options.theme.accent }, encoding });
}

/** The same, a panel per workflow and in it a line per model. */
export function stepPanels(chart: Curves): TopLevelSpec {
  const { rows, options } = chart;
  const { height, mark, encoding } = stepsOf(chart);
  const color = { ...modelColor(options, modelsIn(rows, options)), title: null };
  // Lines of different models may be of one colour, or printed without any.
  const range = options.models.map((_, place) => MODEL_DASHES[place % MODEL_DASHES.length]);
  const legend = { ...color.legend, ...strokeSymbols(options) };
  const strokeDash = { ...color, scale: { domain: [...options.models], range }, legend };
  const grid = { field: "workflow", values: levelsIn(rows, "workflow"), label: workflowLabel, minimumWidth: 150 };
  return panels(chart, { ...grid, height }, [{ name: DATA, mark, encoding: { ...encoding, color, strokeDash } }]);
}

function stepsOf({ options, x, y }: Curves) {
  return {
    height: plotHeight(options, 220),
    mark: { type: "line", interpolate: "step-after", strokeWidth: 2 },
    encoding: { x: channelOf(x), y: channelOf(y) },
  };
}

const OPACITY: Readonly<Record<string, number>> = { prompt: 0.4, skill: 0.7 };
/** Of workflows, in their order; where there are more, each has a panel of its own. */
const WORKFLOW_DASHES = [
  [1, 0],
  [5, 3],
  [8, 2, 1, 2],
  [3, 3],
  [10, 3],
  [6, 2, 1, 2, 1, 2],
  [1, 2],
] as const;

/** A line per configuration: its model's panel or colour, its workflow's dash or panel, its knowledge mode's strength. */
export function configurationCurves(chart: Curves): TopLevelSpec {
  const { rows, options } = chart;
  const workflows = levelsIn(rows, "workflow");
  const models = modelsIn(rows, options);
  const byWorkflow = workflows.length > WORKFLOW_DASHES.length;
  const legend = strokeSymbols(options);
  const dash = (workflow: string) => WORKFLOW_DASHES[workflows.indexOf(workflow)];
  const encoding = {
    ...{ x: channelOf(chart.x), y: channelOf(chart.y), detail: { field: "configuration" } },
    opacity: levelChannel("knowledge", { rows, sign: (mode) => OPACITY[mode] ?? 1, legend }),
    ...(byWorkflow
      ? { color: modelColor(options, models) }
      : {
          color: withoutLegend(modelColor(options)),
          strokeDash: levelChannel("workflow", { rows, sign: dash, legend }),
        }),
  };
  const grid = byWorkflow
    ? { field: "workflow", values: workflows, label: workflowLabel }
    : { field: "model", values: models };
  return panels(chart, { ...grid, height: plotHeight(options, 220), minimumWidth: 120 }, [
    { name: DATA, mark: { type: "line", strokeWidth: 1.8 }, encoding },
  ]);
}

interface Thresholds extends Chart {
  x: Scale;
  y: Omit<Scale, "field">;
  /** Column and name of each curve; the first has marks. */
  curves: readonly [first: Curve, second: Curve];
  /** Of a dashed line. */
  reference: number;
}

interface Curve {
  field: string;
  name: string;
}

/** Two curves over a threshold, in the accent's colour and muted, and a line at the one that is used. */
export function thresholdCurves(chart: Thresholds): TopLevelSpec {
  const { options, curves, reference } = chart;
  const { accent, muted } = options.theme;
  const { axis, ...channel } = channelOf(chart.x);
  const x = { ...channel, axis: { ...axis, labelFlush: false } };
  const names = curves.map(({ name }) => name);
  const encodingOf = ({ field, name }: Curve) => ({
    ...{ x, y: channelOf({ field, ...chart.y }) },
    color: {
      datum: name,
      scale: { domain: names, range: [accent, muted] },
      legend: { ...legendFor(names, options), title: null },
    },
  });
  const [first, second] = curves;
  return plot(chart, {
    height: plotHeight(options, 200),
    layer: [
      linesAt("x", x, [reference], { strokeDash: [4, 4], color: muted }),
      { mark: { type: "line", strokeWidth: 1.5 }, encoding: encodingOf(second) },
      { mark: { type: "line", strokeWidth: 2 }, encoding: encodingOf(first) },
      dataLayer(chart, {
        mark: { type: "point", filled: true, size: markSize(options, 50), opacity: 1 },
        encoding: encodingOf(first),
      }),
    ],
  });
}

interface Slopes extends Chart {
  y: Scale;
  /** Columns of the two ends, with the names below them, part by part: they are long. */
  sides: Readonly<Record<string, string>>;
  /** Column that names a line. */
  line: string;
  /** Column that says how a line goes, and its values: up, level, down. */
  change: { field: string; values: readonly string[] };
}

/** A line from the left value of a row to its right one. */
export function slopes(chart: Slopes): TopLevelSpec {
  const { options, sides, line } = chart;
  const y = channelOf(chart.y);
  const labels = Object.entries(sides).map(([side, name]) => [side, name.split(" · ")]);
  const axis = {
    labelAngle: 0,
    labelExpr: `${JSON.stringify(Object.fromEntries(labels))}[datum.value]`,
    labelLimit: 0.4 * options.width,
    ...{ domain: false, ticks: false, labelPadding: 10 },
  };
  const x = { field: "side", type: "nominal", title: null, scale: { padding: 0.2 }, axis };
  const { color, strokeDash } = changeStyle(chart);
  const detail = { field: line };
  return plot(chart, {
    transform: [{ fold: Object.keys(sides), as: ["side", chart.y.field] }],
    height: plotHeight(options, 320),
    layer: [
      dataLayer(
        { options },
        { mark: { type: "line", strokeWidth: 1.6, opacity: 0.7 }, encoding: { x, y, color, strokeDash, detail } },
      ),
      {
        mark: { type: "point", filled: true, size: markSize(options, 26), opacity: 0.8 },
        encoding: opened(chart, { x, y, color }),
      },
    ],
  });
}

/** Told apart by dashes too, for print without colour; the legend counts. */
function changeStyle({ rows, options, change: { field, values } }: Slopes) {
  const { found, none, invented } = options.theme;
  const counts = values.map((value) => `${value} (${rows.filter((row) => row[field] === value).length})`);
  const legend = {
    ...legendFor(counts, options),
    labelExpr: `${JSON.stringify(counts)}[indexof(${JSON.stringify(values)}, datum.value)]`,
    ...{ symbolType: "stroke", symbolSize: 320, symbolStrokeWidth: 2 },
  };
  const channel = { field, type: "nominal", title: null, legend };
  const dashes = [
    [1, 0],
    [1, 3],
    [6, 3],
  ];
  return {
    color: { ...channel, scale: { domain: [...values], range: [found, none, invented] } },
    strokeDash: { ...channel, scale: { domain: [...values], range: dashes } },
  };
}

/** A point of a violin's outline. */
interface OutlineRow extends FigureRow {
  density: number;
}

interface Violins<Row extends OutlineRow> extends Chart {
  rows: readonly Row[];
  /** Column of the values. */
  x: Scale;
  /** Which violin a row is of: a place in `summaries`. */
  violinOf: (row: Row) => number;
  /** A violin each, from top to bottom. */
  summaries: readonly { name: string; low: number; median: number; high: number }[];
}

/** Distributions below each other, all of the same peak, with median and interquartile range; of their model's colour. */
export function violins<Row extends OutlineRow>(chart: Violins<Row>): TopLevelSpec {
  const { rows, options, violinOf, summaries } = chart;
  const peaks = summaries.map((_, line) =>
    Math.max(...rows.filter((row) => violinOf(row) === line).map(({ density }) => density)),
  );
  const outline = rows.map((row) => {
    const line = violinOf(row);
    const half = (0.44 * row.density) / peaks[line]!;
    return { ...row, line, top: line - half, bottom: line + half };
  });
  const names = summaries.map(({ name }) => name);
  const labelExpr = `${JSON.stringify(shortNames(names, options))}[datum.value]`;
  const lines = channelOf({
    ...{ field: "line", title: null, domain: [-0.5, names.length - 0.5], exact: true },
    ...{ allTicks: names.map((_, line) => line), bare: true },
  });
  const y = {
    ...lines,
    scale: { ...lines.scale, reverse: true, zero: false },
    axis: { ...lines.axis, ...rowLabels(names, options), labelExpr },
  };
  const values = rows.map((row) => Number(row[chart.x.field]));
  const times = channelOf({
    ...chart.x,
    log: true,
    exact: true,
    allTicks: logTicks(Math.min(...values), Math.max(...values)),
  });
  const x = { ...times, axis: { ...times.axis, labelOverlap: "greedy" } };
  const data = { values: summaries.map((one, line) => ({ ...one, line })) };
  const { ink, paper } = options.theme;
  const dot = { type: "point", filled: true, size: markSize(options, 50), opacity: 1, color: paper, stroke: ink };
  return plot(
    { rows: outline, options },
    {
      height: 2.2 * names.length * rowHeight(options),
      layer: [
        {
          name: DATA,
          mark: { type: "area", orient: "vertical", fillOpacity: 0.35, line: false, strokeWidth: 1 },
          encoding: {
            ...{ x, ...span("y", y, "top", "bottom"), color: withoutLegend(modelColor(options)) },
            detail: { field: "line" },
          },
        },
        {
          data,
          mark: { type: "rule", strokeWidth: 3, color: ink },
          encoding: { ...span("x", x, "low", "high"), y },
        },
        { data, mark: dot, encoding: { x: { ...x, field: "median" }, y } },
      ],
    },
  );
}
