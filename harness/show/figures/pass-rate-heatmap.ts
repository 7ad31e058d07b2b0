import { grouped } from "../../../base/grouped.ts";
import { percent, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { heatmap } from "../drawing/charts/heatmap.ts";
import { columnsOf } from "../drawing/columns.ts";
import { levelsIn } from "../drawing/encode.ts";
import type { Figure } from "../drawing/figure.ts";
import { type PassCount, passText, sameRate, sumPasses } from "./counted-heatmap.ts";
import { valued } from "./flat.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";

export interface HeatmapRow extends PassCount {
  workflow: string;
}

export const passRateHeatmap = makeHeatmap(FUNCTIONAL);
export const judgePassRateHeatmap = makeHeatmap(JUDGE);

function makeHeatmap({ metric, rate, ...verdict }: PassVerdict): Figure<HeatmapRow, null> {
  return {
    name: verdict.named("pass-rate-heatmap"),
    title: verdict.titled("Passes by model and workflow"),
    definition: `Executions that ${verdict.rule}; over all other factors. Differences are not tested here.`,
    columns: columnsOf({ model: "text", workflow: "text", passes: "count", n: "count", rate: ["percent", rate] }),
    read: (results) => ({ rows: heatmapRows(results, metric), facts: null }),
    caption: ({ rows }) => describeExtremes(rows, rate),
    flat: ({ rows }) => sameRate(rows, rate),
    marks: ({ rows }) => valued(rows, "rate").length,
    spec: ({ rows }, options) =>
      heatmap({
        ...{ rows, options, field: "workflow", values: levelsIn(valued(rows, "rate"), "workflow") },
        label: workflowLabel,
      }),
    target: ({ model, workflow }) => ({ model, workflow, metric, has: "value" }),
    behind: { metric, has: "value" },
  };
}

function heatmapRows({ summary }: Results, metric: string): HeatmapRow[] {
  const cells = grouped(summary.configurations, ({ model, workflow }) => JSON.stringify([model, workflow]));
  return [...cells.values()].map((members) => {
    const { model, workflow } = members[0]!;
    return { model, workflow, ...sumPasses(members.flatMap(({ metrics }) => metrics[metric] ?? [])) };
  });
}

function describeExtremes(rows: readonly HeatmapRow[], rate: string): string {
  const scored = valued(rows, "rate").sort((a, b) => b.rate! - a.rate!);
  const [best] = scored;
  const worst = scored.at(-1);
  if (!best || !worst) return "No execution has a verdict.";
  const name = (row: HeatmapRow) => `${row.model} under ${workflowLabel(row.workflow)}`;
  if (best === worst) return `${name(best)} passes ${passText(best)}.`;
  if (best.rate === worst.rate) return `Every observed ${rate} is ${percent(best.rate)} (${scored.length} cells).`;
  return `Observed ${rate}s run from ${passText(worst)}, ${name(worst)}, to ${passText(best)}, ${name(best)}.`;
}
