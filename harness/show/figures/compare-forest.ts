import { type ChangeRow, TOLD } from "../../results/compare/changes.ts";
import type { MetricComparison } from "../../results/compare/metric-comparison.ts";
import { forest } from "../drawing/charts/forest.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec } from "../drawing/figure.ts";
import { isNarrow } from "../drawing/theme.ts";

/** Differences of one metric with intervals, a line at 0, and the ground of losses that matter. */
export function changeForestSpec(
  rows: readonly ChangeRow[],
  { matters, better }: { matters: number | undefined; better: MetricComparison["better"] },
  options: ChartOptions,
): ChartSpec {
  const { invented, found, ink, paper } = options.theme;
  const ends = rows.flatMap(({ difference, low, high }) => [difference, low ?? 0, high ?? 0].map(Math.abs));
  const reach = 1.04 * Math.max(1e-6, 2 * (matters ?? 0), ...ends);
  const worse = better === "lower" ? 1 : -1;
  const loss = matters === undefined || better === "neither" ? null : worse * matters;
  return forest({
    ...{ rows, options, names: "label", interval: ["low", "high"] },
    difference: { field: "difference", title: "candidate minus baseline", reach, ticks: isNarrow(options) ? 4 : 6 },
    ...(loss !== null && { ground: { from: loss, edge: worse * reach, color: invented } }),
    lines: [...(loss === null ? [] : [{ at: [loss], color: invented, dash: [3, 3] }]), { at: [0] }],
    fill: { field: "told", values: TOLD, colors: [invented, found, paper] },
    ...{ stroke: ink, outline: 1.3, size: 70 },
    tooltip: TOOLTIP,
  });
}

const TOOLTIP = columnsOf({
  label: ["text", "of"],
  difference: "decimal",
  low: ["decimal", "from"],
  high: ["decimal", "to"],
  p: ["p", "p, Holm"],
  scenarios: "count",
});
