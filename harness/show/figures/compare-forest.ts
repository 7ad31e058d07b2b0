import type { TopLevelSpec } from "vega-lite";
import { type ChangeRow, TOLD } from "../../results/compare/changes.ts";
import type { MetricComparison } from "../../results/compare/metric-comparison.ts";
import { rowLabels } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT } from "../drawing/encode.ts";
import type { ChartOptions } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, rowHeight } from "../drawing/theme.ts";

/** Differences of one metric with intervals, a line at 0, and the ground of losses that matter. */
export function changeForestSpec(
  rows: readonly ChangeRow[],
  { matters, better }: { matters: number | undefined; better: MetricComparison["better"] },
  options: ChartOptions,
): TopLevelSpec {
  const { invented, found, ink, muted, paper } = options.theme;
  const ends = rows.flatMap(({ difference, low, high }) => [difference, low ?? 0, high ?? 0].map(Math.abs));
  const reach = 1.04 * Math.max(1e-6, 2 * (matters ?? 0), ...ends);
  const loss = better === "lower" ? 1 : -1;
  const x = {
    field: "difference",
    type: "quantitative",
    title: "candidate minus baseline",
    scale: { domain: [-reach, reach] },
    axis: { tickCount: isNarrow(options) ? 4 : 6, labelOverlap: true, labelSeparation: 6 },
  };
  const labels = [...new Set(rows.map(({ label }) => label))];
  const y = {
    field: "label",
    type: "nominal",
    title: null,
    sort: labels,
    axis: { domain: false, ticks: false, ...rowLabels(labels, options) },
  };
  const line = (at: number, style: object) => ({
    data: { values: [{ at }] },
    mark: { type: "rule", ...style },
    encoding: { x: { ...x, field: "at" } },
  });
  const harm = {
    data: { values: [{ at: loss * (matters ?? 0), edge: loss * reach }] },
    mark: { type: "rect", color: invented, opacity: 0.09 },
    encoding: { x: { ...x, field: "at" }, x2: { field: "edge" } },
  };
  const fill = {
    field: "told",
    type: "nominal",
    title: null,
    scale: { domain: TOLD, range: [invented, found, paper] },
    legend: null,
  };
  return {
    ...frame({}, rows, options),
    width: options.width,
    height: rows.length * rowHeight(options),
    autosize: FIT,
    layer: [
      ...(matters === undefined || better === "neither"
        ? []
        : [harm, line(loss * matters, { color: invented, strokeDash: [3, 3] })]),
      line(0, { color: ink }),
      {
        mark: { type: "rule", strokeWidth: 1.8, color: muted },
        encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y },
      },
      {
        name: DATA,
        mark: { type: "point", size: 70, opacity: 1, stroke: ink, strokeWidth: 1.3 },
        encoding: { x, y, fill, tooltip: TOOLTIP },
      },
    ],
  } as TopLevelSpec;
}

const TOOLTIP = [
  { field: "label", title: "of" },
  { field: "difference", format: ".3f" },
  { field: "low", title: "from", format: ".3f" },
  { field: "high", title: "to", format: ".3f" },
  { field: "p", title: "p, Holm", format: ".3f" },
  { field: "scenarios" },
];
