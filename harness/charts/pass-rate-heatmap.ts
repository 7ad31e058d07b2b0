import type { TopLevelSpec } from "vega-lite";
import { WORKFLOWS } from "../../agent/contract.ts";
import { grouped } from "../../db/base/grouped.ts";
import { FIT, hrefChannel, labelExpression, modelsIn } from "./encode.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";
import { count, percent, workflowLabel } from "./format.ts";
import { frame } from "./frame.ts";
import type { Results } from "./results.ts";

export interface HeatmapRow extends FigureRow {
  model: string;
  workflow: string;
  passes: number;
  n: number;
  rate: number | null;
}

export const passRateHeatmap: Figure<HeatmapRow, null> = {
  name: "pass-rate-heatmap",
  title: "Passes by model and workflow",
  definition:
    "Executions whose primary verdict is pass, of those with a verdict, over all knowledge modes. Blocked verdicts are left out of both counts.",
  columns: [
    { key: "model", label: "model", format: "text" },
    { key: "workflow", label: "workflow", format: "text" },
    { key: "passes", label: "passes", format: "count" },
    { key: "n", label: "n", format: "count" },
    { key: "rate", label: "pass rate", format: "percent" },
  ],
  read: (results) => ({ rows: heatmapRows(results), facts: null }),
  caption: ({ rows }) => describeExtremes(rows),
  spec: ({ rows }, options) => heatmapSpec(rows, options),
  target: targetOf,
};

function heatmapRows({ summary }: Results): HeatmapRow[] {
  const cells = grouped(summary.configurations, ({ model, workflow }) => JSON.stringify([model, workflow]));
  return [...cells.values()].map((members) => {
    const { model, workflow } = members[0]!;
    const estimates = members.map(({ metrics }) => metrics.pass).filter((estimate) => estimate !== undefined);
    const n = estimates.reduce((sum, estimate) => sum + estimate.n, 0);
    // A pass rate is a count over n, so the count comes back exactly by rounding.
    const passes = estimates.reduce((sum, estimate) => sum + Math.round((estimate.mean ?? 0) * estimate.n), 0);
    return { model, workflow, passes, n, rate: n === 0 ? null : passes / n };
  });
}

function describeExtremes(rows: readonly HeatmapRow[]): string {
  const scored = rows.filter((row) => row.rate !== null).sort((a, b) => b.rate! - a.rate!);
  const [best] = scored;
  const worst = scored.at(-1);
  if (!best || !worst) return "No execution has a verdict.";
  const name = (row: HeatmapRow) => `${row.model} under ${workflowLabel(row.workflow)}`;
  const of = (row: HeatmapRow) => `${count(row.passes)} of ${count(row.n)} (${percent(row.rate)})`;
  if (best === worst) return `${name(best)} passes ${of(best)}.`;
  return `Most passes: ${name(best)}, ${of(best)}; fewest: ${name(worst)}, ${of(worst)}.`;
}

function heatmapSpec(rows: readonly HeatmapRow[], options: ChartOptions): TopLevelSpec {
  const axis = { labelAngle: 0, orient: "top", domain: false, ticks: false };
  const label = `format(datum.rate, ".1%") + " · " + datum.passes + "/" + datum.n`;
  const opacity = { field: "rate", type: "quantitative", scale: { domain: [0, 1], range: [0, 0.6] }, legend: null };
  return {
    ...frame({ target: targetOf }, rows, options),
    width: options.width,
    height: 110,
    autosize: FIT,
    encoding: {
      x: { field: "model", type: "nominal", title: null, sort: modelsIn(rows, options), axis },
      y: {
        field: "workflow",
        type: "nominal",
        title: null,
        sort: [...WORKFLOWS],
        axis: { labelExpr: labelExpression(WORKFLOWS, workflowLabel) },
      },
    },
    layer: [
      {
        mark: { type: "rect", fill: options.theme.accent, stroke: options.theme.paper, strokeWidth: 3 },
        encoding: { fillOpacity: opacity, ...hrefChannel(options) },
      },
      { transform: [{ calculate: label, as: "text" }], mark: { type: "text" }, encoding: { text: { field: "text" } } },
    ],
  } as TopLevelSpec;
}

function targetOf({ model, workflow }: HeatmapRow): Target {
  return { model, workflow };
}
