import type { TopLevelSpec } from "vega-lite";
import type { ColumnFormat, NamedColumn } from "../../../print/column.ts";
import { configurationAxis, configurationSpace } from "../configuration-axis.ts";
import { DATA } from "../data-marks.ts";
import { FIT, hrefChannel, PERCENT_AXIS, ticksAt } from "../encode.ts";
import { facetGrid, type GridOptions } from "../facet-grid.ts";
import type { ChartOptions, FigureRow } from "../figure.ts";
import { frame } from "../frame.ts";
import { fontSizeOf } from "../theme.ts";

/** A view of Vega-Lite or a part of one. Figures hand them on and never look inside. */
export type Layer = Readonly<Record<string, unknown>>;

/** What all charts are drawn from. */
export interface Chart {
  rows: readonly FigureRow[];
  options: ChartOptions;
  /** What stands at the pointer: columns of the figure by their keys, and what is none of them. */
  tooltip?: readonly (string | NamedColumn)[];
}

/** Numbers along an axis. */
export interface Scale {
  field: string;
  /** Null: what stands there is said elsewhere. */
  title?: string | null;
  /** Where the axis begins and ends. Default: as the values do, or 0. */
  domain?: readonly number[];
  /** True: it begins and ends just there, and not at the next round number. */
  exact?: boolean;
  /** Powers of ten at equal distances. */
  log?: boolean;
  /** True: it begins at 0. */
  zero?: boolean;
  /** Written as `40 %`. */
  percent?: boolean;
  /** Labels at just these places, or about so many. */
  ticks?: readonly number[] | number;
  /** Labels at all of these places, however close. */
  allTicks?: readonly number[];
  /** Of whole numbers: no labels between them. */
  whole?: boolean;
  /** How labels are written. */
  format?: string;
  /** No lines from the labels. */
  bare?: boolean;
  /** False: panels beside it have them. */
  labels?: boolean;
}

interface Quantity {
  field: string;
  type: "quantitative";
  title?: string | null;
  scale: object;
  axis: object;
}

/** The channel of an axis. */
export function channelOf(scale: Scale): Quantity {
  const { field, title, domain, exact, log, zero, percent, ticks, allTicks, whole, format, bare, labels } = scale;
  return {
    ...{ field, type: "quantitative" },
    ...(title === undefined ? {} : { title }),
    scale: {
      ...(log && { type: "log" }),
      ...(domain && { domain }),
      ...(exact && { nice: false }),
      ...(zero && { zero }),
    },
    axis: {
      ...(percent && PERCENT_AXIS),
      ...(typeof ticks === "number" ? { tickCount: ticks } : ticks && { values: ticks }),
      ...(allTicks && ticksAt(allTicks)),
      ...(whole && { tickMinStep: 1 }),
      ...(format && { format }),
      ...(bare && { grid: false }),
      ...(labels === false && { labels }),
    },
  };
}

type Direction = "x" | "y";
type Channel = object;

/** From one column to another along an axis. */
export function span(along: Direction, channel: Channel, from: string, to: string): Layer {
  return { [along]: { ...channel, field: from }, [`${along}2`]: { field: to } };
}

/** Lines across the whole plot at these places of an axis. */
export function linesAt(along: Direction, channel: Channel, at: readonly number[], style: object): Layer {
  return {
    data: { values: at.map((value) => ({ at: value })) },
    mark: { type: "rule", ...style },
    encoding: { [along]: { ...channel, field: "at" } },
  };
}

/** The marks that stand for rows. */
export function dataLayer(
  drawn: Pick<Chart, "options" | "tooltip">,
  { mark, encoding, name = DATA }: { mark: object; encoding: object; name?: string },
): Layer {
  return { name, mark, encoding: opened(drawn, encoding) };
}

/** Marks that open the executions of their row where the page gives addresses, and say what it is. */
export function opened({ options, tooltip }: Pick<Chart, "options" | "tooltip">, encoding: object): object {
  const tips = tooltip?.map((tip) => tipOf(tip, options.columns));
  return { ...encoding, ...(tips && { tooltip: tips }), ...hrefChannel(options) };
}

/** As the table has it. */
function tipOf(tip: string | NamedColumn, columns: readonly NamedColumn[] = []): object {
  const column = typeof tip === "string" ? columns.find(({ key }) => key === tip) : tip;
  if (!column) return { field: tip };
  return { field: column.key, title: column.label, ...(FORMATS[column.format] && { format: FORMATS[column.format] }) };
}

const FORMATS: Readonly<Partial<Record<ColumnFormat, string>>> = {
  ...{ count: ",", decimal: ".3f", percent: ".1%", seconds: ".1f", p: ".3f" },
};

/** Said where the rows or panels are named. */
export function withoutLegend<T extends object>(channel: T): T & { legend: null } {
  return { ...channel, legend: null };
}

export type Panels = Omit<GridOptions, "options">;

/** A figure's rows and words around a view. */
export function whole({ rows, options }: Chart, view: object): TopLevelSpec {
  return { ...frame(rows, options), ...view } as TopLevelSpec;
}

/** One plot, as wide as the figure. */
export function plot(drawn: Chart, view: { height: number } & Layer): TopLevelSpec {
  return whole(drawn, { width: drawn.options.width, autosize: FIT, ...view });
}

/** A plot for each value of a column, beside each other. */
export function panels(drawn: Chart, grid: Panels, layers: readonly Layer[]): TopLevelSpec {
  return whole(drawn, facetGrid({ ...grid, options: drawn.options }, layers));
}

interface View {
  /** Its rows: those that have these values. */
  of: Readonly<Record<string, string>>;
  heading?: string;
  configurations: readonly FigureRow[];
  height: number;
  /** @param y the axis of its configurations */
  view(y: object): Layer;
}

/** Two plots on the same rows of configurations, whose names stand at the left one alone. */
export function beside(drawn: Chart, views: readonly View[], spacing: number): TopLevelSpec {
  const { rows, options } = drawn;
  const fontSize = fontSizeOf(options);
  const width = Math.max(40, Math.floor((options.width - configurationSpace(rows, options) - 3 * fontSize) / 2));
  const title = { anchor: "start", frame: "group", fontSize, fontWeight: 700, offset: 6 };
  const hconcat = views.map(({ of, heading, configurations, height, view }, at) => {
    const y = configurationAxis(configurations, options);
    return {
      ...(heading && { title: { ...title, text: heading } }),
      transform: Object.entries(of).map(([field, equal]) => ({ filter: { field, equal } })),
      ...{ width, height },
      ...view(at === 0 ? y : { ...y, axis: null }),
    };
  });
  return whole(drawn, { spacing, hconcat });
}
