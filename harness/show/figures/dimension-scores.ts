import type { TopLevelSpec } from "vega-lite";
import { OWN } from "../../../agent/contract/contract.ts";
import { grouped } from "../../../base/grouped.ts";
import { decimal, metricLabel, sampleSize, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { labelSpace, rowLabels } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { hrefChannel, levelChannel, modelColor } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { markSize, rowHeight } from "../drawing/theme.ts";
import { shapeOf } from "../drawing/workflow-shapes.ts";
import { lowestOf } from "./extremes.ts";
import { areEqual } from "./flat.ts";
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
  columns: [
    { key: "model", label: "model", format: "text" },
    { key: "workflow", label: "workflow", format: "text" },
    { key: "dimension", label: "dimension", format: "text" },
    { key: "mean", label: "mean", format: "decimal" },
    { key: "n", label: "n", format: "count" },
  ],
  read: ({ summary }) => ({ rows: dimensionRows(summary), facts: null }),
  caption: ({ rows }) => describeDimensions(rows),
  flat: ({ rows }) =>
    areEqual(rated(rows), ({ mean }) => mean)
      ? `Every mean rating is ${decimal(rated(rows)[0]!.mean)} of 5 (${sampleSize(rated(rows).map(({ n }) => n))} each).`
      : null,
  marks: ({ rows }) => rated(rows).length,
  spec: ({ rows }, options) => dotSpec(rated(rows), options),
  target: ({ model, workflow, dimension }): Target => ({ model, workflow, metric: dimension, has: "value" }),
  behind: { metric: DIMENSION_NAMES.join(","), has: "value" },
};

function rated(rows: readonly DimensionRow[]): (DimensionRow & { mean: number })[] {
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
    const members = rated(rows).filter((row) => row.dimension === dimension);
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

/** A panel for each dimension, a row for each model and workflow: the same order and place in all. */
function dotSpec(rows: readonly (DimensionRow & { mean: number })[], options: ChartOptions): TopLevelSpec {
  const placed = rows.map((row) => ({ ...row, of: nameOf(row) }));
  const names = [...new Set(placed.map(({ of }) => of))];
  const x = {
    field: "mean",
    type: "quantitative",
    title: "rating",
    scale: { domain: [LOWEST, HIGHEST] },
    axis: { values: [1, 2, 3, 4, 5], labelFlush: false },
  };
  const y = {
    field: "of",
    type: "nominal",
    title: null,
    sort: names,
    axis: { domain: false, grid: true, ...rowLabels(names, options) },
  };
  const color = { ...modelColor(options), legend: null };
  const shape = { ...levelChannel("workflow", { rows, sign: shapeOf }), legend: null };
  const tooltip = [
    { field: "of", title: "model" },
    { field: "dimension" },
    { field: "mean", format: ".2f" },
    { field: "n" },
  ];
  const mark = { type: "point", filled: true, size: markSize(options, 70), opacity: 1 };
  const grid = { field: "dimension", values: DIMENSION_NAMES, options, label: metricLabel, minimumWidth: 70 };
  return {
    ...frame({ target: dimensionScores.target! }, placed, options),
    ...facetGrid({ ...grid, height: names.length * rowHeight(options), axisSpace: labelSpace(names, options) }, [
      { name: DATA, mark, encoding: { x, y, color, shape, tooltip, ...hrefChannel(options) } },
    ]),
  } as TopLevelSpec;
}

function nameOf({ model, workflow }: DimensionRow): string {
  return workflow === OWN ? model : `${model} · ${workflowLabel(workflow)}`;
}
