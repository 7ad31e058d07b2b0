import type { TopLevelSpec } from "vega-lite";
import { configurationAxis } from "../configuration-axis.ts";
import { DATA } from "../data-marks.ts";
import { labelExpression, modelColor, modelsIn } from "../encode.ts";
import { logTicks } from "../log-axis.ts";
import { placeOffset, withPlaces } from "../places.ts";
import { fontSizeOf, plotHeight, rowHeight } from "../theme.ts";
import { configurationMarks } from "./configuration-marks.ts";
import { beside, type Chart, channelOf, type Layer, panels, plot, type Scale, span, withoutLegend } from "./parts.ts";
import { type Reference, referenceLayers } from "./reference-lines.ts";

interface Intervals extends Chart {
  value: Scale;
  /** Columns of the interval. */
  interval: readonly [low: string, high: string];
}

interface IntervalRows extends Intervals {
  /** How the value is written at the right of its row. */
  written: string;
  /** Vertical lines with their names above the plot. */
  lines: readonly Reference[];
}

/** A row per configuration: its mark, its interval, its value. */
export function intervalRows(chart: IntervalRows): TopLevelSpec {
  const { rows, options, value, interval, written, lines, tooltip } = chart;
  const { field, ...axis } = channelOf(value);
  const color = withoutLegend(modelColor(options));
  const text = { x: { value: "width" }, text: { field, type: "quantitative", format: written } };
  return plot(chart, {
    height: Math.max(1, rows.length) * rowHeight(options),
    encoding: { y: configurationAxis(rows, options) },
    layer: [
      ...referenceLayers(lines, options),
      { mark: { type: "rule", strokeWidth: 2 }, encoding: { ...span("x", { field, ...axis }, ...interval), color } },
      ...configurationMarks({ x: { field, type: "quantitative" } }, { rows, options, tooltip }),
      { mark: { type: "text", align: "left", dx: 8, color: options.theme.muted }, encoding: text },
    ],
  });
}

interface IntervalPanels extends Intervals {
  /** What stands at the bottom of each panel: these values as they are labelled, or those that occur. */
  across: { field: string; title: string | null; values?: readonly string[]; label?: (value: string) => string };
  /** Column of what stands beside each other at one value of that, and which of it first. */
  place: string;
  first?: readonly string[];
  height: number;
  minimumWidth?: number;
  size: number;
  line: { strokeWidth: number; opacity?: number };
}

/** A panel per model: at each place the marks of its configurations, with intervals. */
export function intervalPanels(chart: IntervalPanels): TopLevelSpec {
  const { rows, options, value, interval, across, place, first, height, minimumWidth, size, line, tooltip } = chart;
  const placed = withPlaces(rows, options, (row) => String(row[place]), first);
  const [x, xOffset, y] = [ordinal(across), placeOffset(placed), channelOf(value)];
  const grid = { field: "model", values: modelsIn(rows, options), height: plotHeight(options, height) };
  // Each panel is named by its model.
  const color = withoutLegend(modelColor(options));
  return panels({ rows: placed, options }, { ...grid, ...(minimumWidth && { minimumWidth }) }, [
    { mark: { type: "rule", ...line }, encoding: { x, xOffset, ...span("y", y, ...interval), color } },
    ...configurationMarks({ x, xOffset, y }, { rows, options, tooltip, legends: "without models", size }),
  ]);
}

function ordinal({ field, title, values, label = String }: IntervalPanels["across"]): object {
  const named = values ? { labelExpr: labelExpression(values, label) } : {};
  return {
    field,
    type: "ordinal",
    title,
    ...(values && { scale: { domain: values } }),
    axis: { labelAngle: 0, ...named },
  };
}

interface Quantiles extends Chart {
  /** A panel for each value of a column. */
  panels: { field: string; titles: Readonly<Record<string, string>> };
  /** Columns of the quantiles, from low to high. */
  quantiles: readonly [lowest: string, low: string, median: string, high: string, highest: string];
}

/** A row per configuration and panel: median, interquartile range and tails; logarithmic where none is 0. */
export function quantilePanels(chart: Quantiles): TopLevelSpec {
  const { rows, options, quantiles, tooltip } = chart;
  const [lowest, low, median, high, highest] = quantiles;
  const color = withoutLegend(modelColor(options));
  const thick = Math.min(5, 0.3 * rowHeight(options));
  const views = Object.entries(chart.panels.titles).map(([value, title], at) => {
    const own = rows.filter((row) => row[chart.panels.field] === value);
    const [least, most] = [
      Math.min(...own.map((row) => Number(row[lowest]))),
      Math.max(...own.map((row) => Number(row[highest]))),
    ];
    const log = least > 0;
    const { axis, ...channel } = channelOf({
      ...{
        field: median,
        title,
        format: "~s",
        exact: log,
        log,
        zero: !log,
        ...(log ? { allTicks: logTicks(least, most) } : { ticks: 4 }),
      },
    });
    const x = { ...channel, axis: { ...axis, labelOverlap: "greedy" } };
    const across = (from: string, to: string, style: object): Layer => ({
      mark: { type: "rule", ...style },
      encoding: { ...span("x", x, from, to), color },
    });
    return {
      of: { [chart.panels.field]: value },
      configurations: own,
      height: own.length * rowHeight(options),
      view: (y: object) => ({
        encoding: { y },
        layer: [
          across(lowest, highest, { strokeWidth: 1.2, opacity: 0.6 }),
          across(low, high, { strokeWidth: thick, opacity: 0.35 }),
          ...configurationMarks({ x }, { rows, options, tooltip, name: `${DATA}_${at}`, size: 60 }),
        ],
      }),
    };
  });
  return beside(chart, views, 20);
}

interface RankRows extends Chart {
  /** Column of the rank, 1 the best, and what it is called. */
  rank: string;
  title: string;
  /** First and last row of each group that a bar joins. */
  groups: readonly { first: number; last: number }[];
  /** A length on the axis, to compare with, and its words. */
  ruler: { length: number; text: string };
}

/** A row per configuration in the order of ranks, with bars at the right that join groups of them. */
export function rankRows(chart: RankRows): TopLevelSpec {
  const { rows, options, rank, title, groups, ruler, tooltip } = chart;
  const { theme } = options;
  // Bars stand beside the last rank, a fixed step apart, on the same scale.
  const step = 0.028 * rows.length;
  const right = rows.length + 0.5;
  const domain = [0.5, right + (groups.length + 1) * step];
  const channel = channelOf({ field: rank, title, domain, exact: true, allTicks: ranksToName(rows.length) });
  const x = { ...channel, axis: { ...channel.axis, orient: "top", labelFlush: false } };
  const y = configurationAxis(rows, options);
  const values = groups.map(({ first, last }, at) => ({
    ...{ from: rows[first]!.configuration, to: rows[last]!.configuration, at: right + (at + 1) * step },
  }));
  const length = { values: [{ start: 1, end: 1 + ruler.length, text: ruler.text }] };
  const below = { value: { expr: "height + 6" } };
  return plot(chart, {
    height: rows.length * rowHeight(options),
    layer: [
      {
        data: { values },
        mark: { type: "rule", strokeWidth: 4, strokeCap: "round", color: theme.none },
        encoding: { x: { ...x, field: "at" }, ...span("y", y, "from", "to") },
      },
      ...configurationMarks({ x, y }, { rows, options, tooltip }),
      {
        data: length,
        mark: { type: "rule", strokeWidth: 2, color: theme.ink },
        encoding: { ...span("x", x, "start", "end"), y: below },
      },
      {
        data: length,
        mark: { type: "text", align: "left", dy: fontSizeOf(options), color: theme.muted },
        encoding: { x: { ...x, field: "start" }, y: below, text: { field: "text" } },
      },
    ],
  });
}

/** At most ten labels: of many ranks the first and every fifth or tenth. */
function ranksToName(n: number): number[] {
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => n / step <= 10) ?? n;
  return Array.from({ length: n }, (_, at) => at + 1).filter((rank) => rank === 1 || rank % every === 0);
}
