import type { TopLevelSpec } from "vega-lite";
import { DATA } from "../data-marks.ts";
import { modelColor, modelsIn } from "../encode.ts";
import type { FigureRow } from "../figure.ts";
import { logTicks } from "../log-axis.ts";
import { fontSizeOf, isNarrow, plotHeight } from "../theme.ts";
import { configurationMarks } from "./configuration-marks.ts";
import { type Chart, channelOf, type Layer, span, whole } from "./parts.ts";

/** A configuration's quality for what is paid, and whether no other reaches it for less. */
interface Paid extends FigureRow {
  paid_in: string;
  paid: number;
  quality: number;
  frontier: boolean;
}

interface Frontiers extends Chart {
  rows: readonly Paid[];
  /** What is paid in, in the order of the panels, as its axis is called and its numbers are written. */
  prices: Readonly<Record<string, { title: string; format: string }>>;
  /** What the quality is. */
  quality: string;
}

interface FrontierPanels extends Frontiers {
  interval: readonly [low: string, high: string];
}

/** Quality as a share, with its interval, against prices on logarithmic axes, a panel each, with the frontier as a line. */
export function frontierPanels(chart: FrontierPanels): TopLevelSpec {
  const { rows, options, prices, quality, interval } = chart;
  const fontSize = fontSizeOf(options);
  const shown = pricesOf(chart);
  const width = Math.floor((options.width - (isNarrow(options) ? 5 : 6) * fontSize) / shown.length - fontSize);
  const color = modelColor(options, modelsIn(rows, options));
  const hconcat = shown.map((price, at) => {
    const own = rows.filter((row) => row.paid_in === price);
    const x = priceAxis(own, { ...prices[price]!, room: 1.15 });
    const first = at === 0;
    const y = channelOf({
      ...{ field: "quality", title: first ? quality : null, domain: [0, 1] },
      ...(first ? { percent: true } : { labels: false }),
    });
    const ends = {
      mark: { type: "rule", strokeWidth: 1.2, opacity: 0.35 },
      encoding: { x, ...span("y", y, ...interval), color },
    };
    return {
      transform: [{ filter: { field: "paid_in", equal: price } }],
      ...{ width: Math.max(60, width), height: plotHeight(options, 240) },
      layer: frontierLayers(chart, { own, x, y, between: [ends], name: `${DATA}_${at}`, size: 70 }),
    };
  });
  return whole(chart, { spacing: 1.2 * fontSize, hconcat });
}

interface FrontierGrid extends Frontiers {
  /** A line of panels for each kind of row. */
  kind: { field: string; values: readonly string[] };
}

/** The same, without intervals and a column a price, for each of several kinds below each other. */
export function frontierGrid(chart: FrontierGrid): TopLevelSpec {
  const { rows, options, prices, quality, kind } = chart;
  const fontSize = fontSizeOf(options);
  const shown = pricesOf(chart);
  const kinds = kind.values.filter((value) => rows.some((row) => row[kind.field] === value));
  const width = Math.floor((options.width - 4.5 * fontSize) / shown.length - 1.4 * fontSize);
  const concat = kinds.flatMap((value, line) =>
    shown.map((price, column) => {
      const own = rows.filter((row) => row[kind.field] === value && row.paid_in === price);
      const paid = rows.filter((row) => row.paid_in === price);
      const last = line === kinds.length - 1;
      const { title, format } = prices[price]!;
      // The same axis for each kind.
      const x = priceAxis(paid, {
        title: last ? title : null,
        format,
        labels: last,
        room: 1.25,
        few: isNarrow(options),
      });
      const levels = { title: null, domain: [0, 1], ticks: [0, 0.5, 1] };
      const y = channelOf({ field: "quality", ...levels, ...(column > 0 && { labels: false }) });
      const heading = { text: `${value}: ${quality}`, fontSize, anchor: "start", offset: 6 };
      return {
        ...(column === 0 && { title: heading }),
        transform: [
          {
            filter: {
              and: [
                { field: kind.field, equal: value },
                { field: "paid_in", equal: price },
              ],
            },
          },
        ],
        ...{ width: Math.max(40, width), height: plotHeight(options, 96) },
        layer: frontierLayers(chart, { own, x, y, name: `${DATA}_${10 * line + column}`, size: 60 }),
      };
    }),
  );
  // Plots stand below each other whatever their labels take.
  const grid = { columns: shown.length, align: "all", bounds: "flush" };
  return whole(chart, { spacing: { row: 3.6 * fontSize, column: 1.4 * fontSize }, ...grid, concat });
}

function pricesOf({ rows, prices }: Frontiers): string[] {
  return Object.keys(prices).filter((price) => rows.some((row) => row.paid_in === price));
}

interface PriceAxis {
  title: string | null;
  format: string;
  labels?: boolean;
  /** Factor by which the axis is longer at both ends: logarithmic ones end at the outermost mark. */
  room: number;
  /** Labels of whole powers alone, where there are two. */
  few?: boolean;
}

function priceAxis(rows: readonly Paid[], { room, few = false, ...of }: PriceAxis) {
  const paid = rows.map((row) => row.paid);
  const domain = [Math.min(...paid) / room, Math.max(...paid) * room] as const;
  const all = logTicks(...domain);
  const powers = all.filter((tick) => Number.isInteger(Math.log10(tick)));
  const { axis, ...channel } = channelOf({
    ...{ field: "paid", domain, log: true, exact: true, allTicks: few && powers.length > 1 ? powers : all },
    ...of,
  });
  return { ...channel, axis: { ...axis, labelOverlap: "greedy", labelFlush: false } };
}

interface FrontierMarks {
  own: readonly Paid[];
  x: object;
  y: object;
  between?: readonly Layer[];
  name: string;
  size: number;
}

function frontierLayers(
  { rows, options, tooltip }: Frontiers,
  { own, x, y, between = [], name, size }: FrontierMarks,
): Layer[] {
  const frontier = own.filter((one) => one.frontier).sort((a, b) => a.paid - b.paid);
  const line: Layer = {
    data: { values: frontier },
    mark: { type: "line", interpolate: "step-after", strokeDash: [4, 3], color: options.theme.muted },
    encoding: { x, y },
  };
  return [
    // A line through nothing would be a mark without a name.
    ...(frontier.length > 0 ? [line] : []),
    ...between,
    ...configurationMarks({ x, y }, { rows, options, tooltip, legends: "all", name, size }),
  ];
}
