import { extent } from "simple-statistics";
import type { TopLevelSpec } from "vega-lite";
import { decimal } from "../../../print/format.ts";
import { labelExpression, modelColor, modelsIn } from "../encode.ts";
import { countChannel } from "../places.ts";
import { plotHeight } from "../theme.ts";
import { configurationMarks } from "./configuration-marks.ts";
import {
  type Chart,
  channelOf,
  dataLayer,
  type Layer,
  type Panels,
  panels,
  plot,
  type Scale,
  span,
  withoutLegend,
} from "./parts.ts";

interface Scatter extends Chart {
  x: Scale;
  y: Scale;
}

/** A mark per configuration, with an interval along each axis. */
export function crosses(
  chart: Scatter & { intervals: { x: readonly [string, string]; y: readonly [string, string] } },
): TopLevelSpec {
  const { rows, options, intervals, tooltip } = chart;
  const [x, y] = [channelOf(chart.x), channelOf(chart.y)];
  const color = modelColor(options, modelsIn(rows, options));
  const mark = { type: "rule", strokeWidth: 1.2, opacity: 0.45 };
  return plot(chart, {
    height: plotHeight(options, 260),
    layer: [
      { mark, encoding: { ...span("x", x, ...intervals.x), y, color } },
      { mark, encoding: { x, ...span("y", y, ...intervals.y), color } },
      ...configurationMarks({ x, y }, { rows, options, tooltip, legends: "all" }),
    ],
  });
}

interface Places extends Scatter {
  /** What a mark's size counts. */
  counted: string;
  opacity: number;
}

/** A mark per place that is larger for more executions there, over lines that are of the whole plot. */
export function places(chart: Places & { lines: DifferenceLines | null }): TopLevelSpec {
  const { options, lines } = chart;
  const { behind, before } = lines ? differenceLayers(chart, lines) : { behind: [], before: [] };
  const mark = { type: "point", filled: true, opacity: chart.opacity, color: options.theme.accent };
  const points = dataLayer(chart, { mark, encoding: placed(chart) });
  return plot(chart, { height: plotHeight(options, 260), layer: [...behind, points, ...before] });
}

function placed({ rows, options, x, y, counted }: Places) {
  return { x: channelOf(x), y: channelOf(y), size: countChannel(rows, counted, options) };
}

/** Of differences against means: their mean with its band, their limits, and the line through them. */
interface DifferenceLines {
  band: readonly [low: number | null, high: number | null];
  levels: readonly { at: number | null; label: string; dashed?: boolean }[];
  /** The line's slope, and a place that it goes through. */
  trend: { slope: number | null; through: readonly [x: number | null, y: number | null] };
}

function differenceLayers({ rows, options, x, y }: Places, lines: DifferenceLines) {
  const { accent, ink, muted } = options.theme;
  const [low, high] = lines.band;
  const at = { field: "at", type: "quantitative" };
  const band = {
    data: { values: [{ low, high }] },
    mark: { type: "rect", color: accent, opacity: 0.18 },
    encoding: span("y", at, "low", "high"),
  };
  const known = lines.levels.filter((level) => level.at !== null);
  const levels = known.flatMap(({ at: value, dashed, label }): Layer[] => {
    const data = { values: [{ at: value, label: `${label}: ${decimal(value, 2)}` }] };
    const text = { type: "text", align: "left", dx: 11, color: muted };
    const strokeDash = dashed ? [5, 4] : [1, 0];
    return [
      { data, mark: { type: "rule", strokeDash, color: ink, strokeWidth: 1.2 }, encoding: { y: at } },
      { data, mark: text, encoding: { y: at, x: { value: "width" }, text: { field: "label" } } },
    ];
  });
  const { slope, through } = lines.trend;
  const [center, middle] = through;
  if (slope === null || center === null || middle === null)
    return { behind: low === null || high === null ? [] : [band], before: levels };
  const ends = extent(rows.map((row) => Number(row[x.field])));
  const trend = {
    data: { values: ends.map((end) => ({ [x.field]: end, [y.field]: middle + slope * (end - center) })) },
    mark: { type: "line", strokeDash: [1, 3], strokeWidth: 1.6, color: ink },
    encoding: {
      x: { field: x.field, type: "quantitative" },
      y: { field: y.field, type: "quantitative" },
    },
  };
  return { behind: low === null || high === null ? [] : [band], before: [...levels, trend] };
}

interface PlacePanels extends Places {
  panels: Pick<Panels, "field" | "values" | "label" | "minimumWidth">;
  height: number;
}

/** The same in panels: of the colour of their model, with its dashed line from the left end of the axis to 1. */
export function modelPlaces(
  chart: Omit<PlacePanels, "panels"> & {
    lines: readonly { model: string; slope: number | null; intercept: number | null }[];
    from: number;
  },
): TopLevelSpec {
  const { rows, options, lines, from } = chart;
  const encoding = { ...placed(chart), color: withoutLegend(modelColor(options)) };
  // Lines ride on the rows of their model, so that a facet takes its own; the ends are cut where the axis is.
  const known = lines.flatMap(({ model, slope, intercept }) =>
    slope === null || intercept === null
      ? []
      : [{ model, from, to: 1, start: intercept + slope * from, end: intercept + slope }],
  );
  const points = rows.map((row) => ({ ...row, ...known.find(({ model }) => model === row.model) }));
  const grid = { field: "model", values: modelsIn(rows, options), minimumWidth: 130 };
  return panels({ rows: points, options }, { ...grid, height: plotHeight(options, chart.height) }, [
    dataLayer(chart, { mark: { type: "point", filled: true, opacity: chart.opacity, clip: false }, encoding }),
    {
      transform: [
        { filter: "isValid(datum.from)" },
        { aggregate: [], groupby: ["model", "from", "to", "start", "end"] },
      ],
      mark: { type: "rule", strokeDash: [5, 4], strokeWidth: 1.5, clip: true },
      encoding: {
        ...{ ...span("x", encoding.x, "from", "to"), ...span("y", encoding.y, "start", "end") },
        color: encoding.color,
      },
    },
  ]);
}

/** The same in panels, with ordered levels told apart by colour and shape. */
export function levelPlaces(
  chart: PlacePanels & { levels: { field: string; values: readonly string[] } },
): TopLevelSpec {
  const { options, levels } = chart;
  const domain = [...levels.values];
  const legend = { labelExpr: labelExpression(domain, (level) => level.replace("_", " ")), title: null };
  const channel = { field: levels.field, type: "nominal", title: levels.field, legend };
  const encoding = {
    ...placed(chart),
    color: { ...channel, scale: { domain, range: [...options.theme.levels] } },
    shape: { ...channel, scale: { domain, range: ["circle", "square", "triangle-up"] } },
  };
  const mark = { type: "point", filled: true, opacity: chart.opacity };
  return panels(chart, { ...chart.panels, height: plotHeight(options, chart.height) }, [
    dataLayer(chart, { mark, encoding }),
  ]);
}
