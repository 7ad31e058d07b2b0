import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { decimal, metricLabel, sampleSize, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { dotPanels } from "../drawing/charts/forest.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureRow } from "../drawing/figure.ts";
import { lowestOf } from "./extremes.ts";
import { areEqual, valued } from "./flat.ts";
import { DIMENSION_NAMES } from "./names.ts";

/** Of the judge's ratings. */
const [LOWEST, HIGHEST] = [1, 5];

export interface DimensionRow extends FigureRow {
  model: string;
  workflow: string;
  dimension: string;
  mean: number | null;
  n: number;
}

export const dimensionScores: Figure<DimensionRow, null> = {
  name: "dimension-scores",
  title: "The judge's dimensions by model and workflow",
  definition:
    "Mean of each dimension that the primary judge rates (1 to 5) over the answers of a model under a workflow, all knowledge modes together. Differences are not tested here.",
  columns: columnsOf({ model: "text", workflow: "text", dimension: "text", mean: "decimal", n: "count" }),
  read: ({ summary }) => ({ rows: dimensionRows(summary), facts: null }),
  caption: ({ rows }) => describeDimensions(rows),
  flat: ({ rows }) =>
    areEqual(valued(rows, "mean"), ({ mean }) => mean)
      ? `Every mean rating is ${decimal(valued(rows, "mean")[0]!.mean)} of 5 (${sampleSize(valued(rows, "mean").map(({ n }) => n))} each).`
      : null,
  marks: ({ rows }) => valued(rows, "mean").length,
  spec: ({ rows }, options) =>
    dotPanels({
      ...{ rows: valued(rows, "mean").map((row) => ({ ...row, of: nameOf(row) })), options, names: "of" },
      panels: { field: "dimension", values: DIMENSION_NAMES, label: metricLabel, minimumWidth: 70 },
      value: { field: "mean", title: "rating", domain: [LOWEST, HIGHEST], ticks: [1, 2, 3, 4, 5] },
      tooltip: ["model", "workflow", "dimension", "mean", "n"],
    }),
  target: ({ model, workflow, dimension }): Target => ({ model, workflow, metric: dimension, has: "value" }),
  behind: { metric: DIMENSION_NAMES.join(","), has: "value" },
};

function _rated(rows: readonly DimensionRow[]): (DimensionRow & { mean: number })[] {
  return rows.filter((row): row is DimensionRow & { mean: number } => row.mean !== null);
}

/** Means of configurations, weighted by their n: the mean over all executions. */
function dimensionRows({ configurations }: Results["summary"]): DimensionRow[] {
  const groups = grouped(configurations, ({ model, workflow }) => JSON.stringify([model, workflow]));
  return [...groups.values()].flatMap((members) =>
    DIMENSION_NAMES.map((dimension) => {
      const { model, workflow } = members[0]!;
      const estimates = members.flatMap(({ metrics }) => metrics[dimension] ?? []);
      const n = estimates.reduce((sum, estimate) => sum + estimate.n, 0);
      const sum = estimates.reduce((total, { mean, n: of }) => total + (mean ?? 0) * of, 0);
      return { model, workflow, dimension, mean: n === 0 ? null : sum / n, n };
    }),
  );
}

/** Which dimension is weakest throughout, and which separates most? */
function describeDimensions(rows: readonly DimensionRow[]): string {
  const known = DIMENSION_NAMES.flatMap((dimension) => {
    const members = valued(rows, "mean").filter((row) => row.dimension === dimension);
    if (members.length === 0) return [];
    const sorted = members.sort((a, b) => b.mean - a.mean);
    const n = members.reduce((sum, row) => sum + row.n, 0);
    const mean = members.reduce((sum, row) => sum + row.mean * row.n, 0) / n;
    return [{ dimension, mean, best: sorted[0]!, worst: sorted.at(-1)!, n }];
  });
  const lowest = lowestOf(known, ({ mean }) => mean);
  const [weakest] = lowest;
  const [widest] = [...known].sort((a, b) => b.best.mean - b.worst.mean - (a.best.mean - a.worst.mean));
  if (!weakest || !widest) return "No answer has dimension scores.";
  const of = (row: DimensionRow) => `${nameOf(row)} ${decimal(row.mean)}`;
  const apart =
    widest.best.mean === widest.worst.mean
      ? ""
      : `; widest observed difference: ${metricLabel(widest.dimension)}, ${of(widest.best)}, ${of(widest.worst)}`;
  const head =
    lowest.length === known.length
      ? `${known.length === 1 ? "The one dimension has" : `Each of ${known.length} dimensions has`} the observed mean`
      : `Lowest observed mean: ${lowest.map(({ dimension }) => metricLabel(dimension)).join(", ")},`;
  return `${head} ${decimal(weakest.mean)} of 5 (n = ${weakest.n})${apart}.`;
}

function nameOf({ model, workflow }: DimensionRow): string {
  return workflow === OWN ? model : `${model} · ${workflowLabel(workflow)}`;
}
