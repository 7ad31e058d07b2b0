import { grouped } from "../../base/grouped.ts";
import type { Results } from "../analyses/results.ts";
import { levelsIn } from "../drawing/encode.ts";
import { workflowLabel } from "../drawing/format.ts";
import { heatmapSpec, judged, type PassCount, passText, sumPasses } from "./counted-heatmap.ts";
import type { Figure, Target } from "./figure.ts";

export interface HeatmapRow extends PassCount {
  workflow: string;
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
  marks: ({ rows }) => judged(rows).length,
  spec: ({ rows }, options) =>
    heatmapSpec({
      rows,
      options,
      field: "workflow",
      values: levelsIn(judged(rows), "workflow"),
      label: workflowLabel,
      target: targetOf,
    }),
  target: targetOf,
  behind: { metric: "pass", has: "value" },
};

function heatmapRows({ summary }: Results): HeatmapRow[] {
  const cells = grouped(summary.configurations, ({ model, workflow }) => JSON.stringify([model, workflow]));
  return [...cells.values()].map((members) => {
    const { model, workflow } = members[0]!;
    return { model, workflow, ...sumPasses(members.flatMap(({ metrics }) => metrics.pass ?? [])) };
  });
}

function describeExtremes(rows: readonly HeatmapRow[]): string {
  const scored = judged(rows).sort((a, b) => b.rate! - a.rate!);
  const [best] = scored;
  const worst = scored.at(-1);
  if (!best || !worst) return "No execution has a verdict.";
  const name = (row: HeatmapRow) => `${row.model} under ${workflowLabel(row.workflow)}`;
  if (best === worst) return `${name(best)} passes ${passText(best)}.`;
  return `Observed pass rates run from ${passText(worst)} (${name(worst)}) to ${passText(best)} (${name(best)}); differences are not tested here.`;
}

function targetOf({ model, workflow }: HeatmapRow): Target {
  return { model, workflow, metric: "pass", has: "value" };
}
