import type { TopLevelSpec } from "vega-lite";
import { configurationAxis, configurationSpace, labelSpace, nameAxis } from "../configuration-axis.ts";
import { DATA } from "../data-marks.ts";
import { legendBeside, legendFor, modelColor } from "../encode.ts";
import type { ChartOptions } from "../figure.ts";
import { isNarrow, partColors, plotHeight, rowHeight } from "../theme.ts";
import {
  beside,
  type Chart,
  channelOf,
  dataLayer,
  type Panels,
  panels,
  plot,
  type Scale,
  span,
  withoutLegend,
} from "./parts.ts";

interface PartBars extends Chart {
  /** The column that says which part of a bar a row is; the parts from left to right, and their colours. */
  field: string;
  parts: readonly string[];
  colors: readonly string[];
}

/** A bar per configuration, of shares that add up to 1. */
export function shareBars(bars: PartBars & { length: Scale }): TopLevelSpec {
  const { rows, options, field, parts, colors, length } = bars;
  const configurations = rows.filter((row) => row[field] === parts[0]);
  const x = { ...channelOf({ domain: [0, 1], percent: true, ...length }), stack: "zero" };
  const encoding = { y: configurationAxis(configurations, options), x };
  return plot(inOrder(bars), {
    height: configurations.length * rowHeight(options),
    ...barsOfParts({ ...bars, colors: partColors(colors, options.theme) }, encoding),
  });
}

interface CountBars extends PartBars {
  /** A panel for each value of a column, with its heading. */
  panels: { field: string; headings: Readonly<Record<string, string>> };
  /** Columns with a part's number, and with the bar's, and what is counted. */
  counts: { count: string; of: string; what: string };
}

/** A bar per configuration and panel, of counts; of shares where the bars of a panel are made of unequal numbers. */
export function countBars(bars: CountBars): TopLevelSpec {
  const { rows, options, field, parts, counts } = bars;
  const configurations = rows.filter((row) => row[field] === parts[0]);
  const ticks = { tickCount: isNarrow(options) ? 3 : 5 };
  const views = Object.entries(bars.panels.headings).map(([value, heading], at) => {
    const sizes = new Set(rows.filter((row) => row[bars.panels.field] === value).map((row) => row[counts.of]));
    const { axis, ...x } = channelOf({ field: counts.count, percent: sizes.size > 1 });
    const length =
      sizes.size > 1
        ? {
            ...x,
            title: isNarrow(options) ? "share" : `share of ${counts.what}`,
            stack: "normalize",
            axis: { ...axis, ...ticks },
          }
        : { ...x, title: counts.what, stack: "zero", axis: { tickMinStep: 1, ...ticks } };
    return {
      of: { [bars.panels.field]: value },
      heading,
      height: Math.max(1, configurations.length) * rowHeight(options),
      view: (y: object) => barsOfParts({ ...bars, name: `${DATA}_${at}` }, { y, x: length }),
      configurations,
    };
  });
  return beside(inOrder(bars), views, 14);
}

/** Vega stacks the parts of a bar by this column. */
function inOrder({ rows, options, field, parts }: PartBars): Chart {
  return { rows: rows.map((row) => ({ ...row, order: parts.indexOf(String(row[field])) })), options };
}

function barsOfParts(bars: PartBars & { name?: string }, encoding: object) {
  const { rows, options, field, parts, colors, name } = bars;
  const color = {
    ...{ field, type: "nominal", title: null, scale: { domain: [...parts], range: [...colors] } },
    legend: legendBeside(parts, { options, beside: configurationSpace(rows, options) }),
  };
  const order = { field: "order", type: "quantitative" };
  return dataLayer(bars, { ...(name && { name }), mark: barOf(options, 0.6), encoding: { ...encoding, color, order } });
}

function barOf(options: ChartOptions, share: number): object {
  return { type: "bar", height: share * rowHeight(options) };
}

interface EndedBars extends Chart {
  length: Scale;
  /** Column from which on a bar is dark, to its end. */
  darkFrom: string;
  /** Column of the tick across a bar. */
  tick: string;
}

/** A bar per configuration, with a dark end and a tick. */
export function endedBars(bars: EndedBars): TopLevelSpec {
  const { rows, options, length, darkFrom, tick } = bars;
  const color = withoutLegend(modelColor(options));
  const bar = barOf(options, 0.5);
  const x = channelOf(length);
  return plot(bars, {
    height: Math.max(1, rows.length) * rowHeight(options),
    encoding: { y: configurationAxis(rows, options) },
    layer: [
      dataLayer(bars, { mark: { ...bar, opacity: 0.45 }, encoding: { x, color } }),
      { mark: bar, encoding: { ...span("x", x, darkFrom, length.field), color } },
      {
        mark: { type: "tick", thickness: 2, height: 0.7 * rowHeight(options), color: options.theme.ink },
        encoding: { x: { ...x, field: tick } },
      },
    ],
  });
}

interface BarPanels extends Chart {
  panels: Pick<Panels, "field" | "values" | "label">;
  /** Column that names the bars of a panel: the same in all. */
  names: string;
  length: Scale;
  /** Columns of a bar's interval. */
  interval: readonly [low: string, high: string];
  /** Column that says a bar's colour, and the kinds that there are. */
  kind: { field: string; kinds: readonly string[]; colors: readonly string[] };
}

/** Bars of shares, in percent, with intervals: the same names in each panel. */
export function barPanels(bars: BarPanels): TopLevelSpec {
  const { rows, options, names, length, interval, kind } = bars;
  const all = [...new Set(rows.map((row) => String(row[names])))];
  const channel = channelOf(length);
  const axis = { tickCount: 2, labelExpr: `format(100 * datum.value, "~r")` };
  const x = { ...channel, scale: { ...channel.scale, clamp: true }, axis };
  const y = nameAxis(names, all, options, { trueSigns: true });
  const color = {
    ...{ field: kind.field, type: "nominal", title: null, scale: { domain: kind.kinds, range: kind.colors } },
    legend: legendFor(kind.kinds, options),
  };
  const height = all.length * rowHeight(options);
  const ends = { type: "rule", color: options.theme.ink, strokeWidth: 1.2, opacity: 0.7 };
  return panels(bars, { ...bars.panels, height, axisSpace: labelSpace(all, options), minimumWidth: 50 }, [
    dataLayer(bars, { mark: barOf(options, 0.55), encoding: { x, y, color } }),
    { mark: ends, encoding: { ...span("x", x, ...interval), y } },
  ]);
}

interface Columns extends Chart {
  panels: Pick<Panels, "field" | "values" | "label">;
  /** Columns that say where a bar begins and ends, on which axis. */
  from: string;
  to: string;
  across: Omit<Scale, "field">;
  up: Scale;
  /** Column with the place of a panel's line, the same in all of its rows. */
  line: string;
  colors: Readonly<Record<string, string>>;
}

/** Standing bars and a line through them: a panel of its own colour for each value. */
export function columnPanels(columns: Columns): TopLevelSpec {
  const { options, from, to, across, up, line, colors } = columns;
  const scale = { domain: Object.keys(colors), range: Object.values(colors) };
  const x = channelOf({ ...across, field: from });
  const color = { field: columns.panels.field, type: "nominal", legend: null, scale };
  const encoding = { ...span("x", x, from, to), y: channelOf(up), y2: { datum: 0 }, color };
  return panels(columns, { ...columns.panels, height: plotHeight(options, 200), minimumWidth: 150 }, [
    dataLayer(columns, { mark: { type: "rect" }, encoding }),
    {
      mark: { type: "rule", color: options.theme.ink, strokeWidth: 1.5 },
      encoding: { x: { field: line, type: "quantitative", aggregate: "min" } },
    },
  ]);
}
