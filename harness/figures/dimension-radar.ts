import type { TopLevelSpec } from "vega-lite";
import { grouped } from "../../base/grouped.ts";
import type { Results } from "../analyses/results.ts";
import { DATA } from "../drawing/data-marks.ts";
import { levelsIn, modelColor, modelsIn } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import { decimal, metricLabel, workflowLabel } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";
import { DIMENSION_NAMES } from "./names.ts";

/** Ratings go from 1, the middle, to 5, the rim. */
const [LOWEST, HIGHEST] = [1, 5];

export interface RadarRow extends FigureRow {
  model: string;
  workflow: string;
  dimension: string;
  mean: number | null;
  n: number;
}

export const dimensionRadar: Figure<RadarRow, null> = {
  name: "dimension-radar",
  title: "The judge's dimensions by model and workflow",
  definition:
    "Mean of each dimension that the primary judge rates (1 in the middle to 5 on the rim) over the answers of a model under a workflow, all knowledge modes together. Only lengths along the axes mean something: the area depends on the order of the axes.",
  columns: [
    { key: "model", label: "model", format: "text" },
    { key: "workflow", label: "workflow", format: "text" },
    { key: "dimension", label: "dimension", format: "text" },
    { key: "mean", label: "mean", format: "decimal" },
    { key: "n", label: "n", format: "count" },
  ],
  read: ({ summary }) => ({ rows: radarRows(summary), facts: null }),
  caption: ({ rows }) => describeDimensions(rows),
  marks: ({ rows }) => rated(rows).length,
  spec: ({ rows }, options) => radarSpec(rated(rows), options),
  target: ({ model, workflow, dimension }): Target => ({ model, workflow, metric: dimension, has: "value" }),
  behind: { metric: DIMENSION_NAMES.join(","), has: "value" },
};

function rated(rows: readonly RadarRow[]): (RadarRow & { mean: number })[] {
  return rows.filter((row): row is RadarRow & { mean: number } => row.mean !== null);
}

/** Means of configurations, weighted by their n: the mean over all executions. */
function radarRows({ configurations }: Results["summary"]): RadarRow[] {
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
function describeDimensions(rows: readonly RadarRow[]): string {
  const known = DIMENSION_NAMES.flatMap((dimension) => {
    const members = rated(rows).filter((row) => row.dimension === dimension);
    if (members.length === 0) return [];
    const sorted = members.sort((a, b) => b.mean - a.mean);
    const n = members.reduce((sum, row) => sum + row.n, 0);
    const mean = members.reduce((sum, row) => sum + row.mean * row.n, 0) / n;
    return [{ dimension, mean, best: sorted[0]!, worst: sorted.at(-1)!, n }];
  });
  const [weakest] = [...known].sort((a, b) => a.mean - b.mean);
  const [widest] = [...known].sort((a, b) => b.best.mean - b.worst.mean - (a.best.mean - a.worst.mean));
  if (!weakest || !widest) return "No answer has dimension scores.";
  const of = (row: RadarRow) => `${row.model} under ${workflowLabel(row.workflow)} ${decimal(row.mean)}`;
  const apart =
    widest.best === widest.worst
      ? ""
      : `; the widest observed difference is in ${metricLabel(widest.dimension)}: ${of(widest.best)}, ${of(widest.worst)}`;
  return `The lowest observed mean is that of ${metricLabel(weakest.dimension)}, ${decimal(weakest.mean)} of 5 (n = ${weakest.n})${apart}. Neither choice is tested.`;
}

interface Point {
  x: number;
  y: number;
}

/** Position of a rating on the axis of its dimension; the first axis points up, the others follow clockwise. */
function place(dimension: string, rating: number): Point {
  const angle =
    (2 * Math.PI * DIMENSION_NAMES.indexOf(dimension as (typeof DIMENSION_NAMES)[number])) / DIMENSION_NAMES.length;
  return { x: (rating - LOWEST) * Math.sin(angle), y: (rating - LOWEST) * Math.cos(angle) };
}

function radarSpec(rows: readonly (RadarRow & { mean: number })[], options: ChartOptions): TopLevelSpec {
  const workflows = levelsIn(rows, "workflow");
  const reach = 1.45 * (HIGHEST - LOWEST);
  const at = (field: "x" | "y") => ({
    field,
    type: "quantitative",
    scale: { domain: [-reach, reach], nice: false },
    axis: null,
  });
  const position = { x: at("x"), y: at("y") };
  const color = modelColor(options, modelsIn(rows, options));
  const placed = rows.map((row, order) => ({ ...row, order, ...place(row.dimension, row.mean) }));
  const tooltip = [{ field: "model" }, { field: "dimension" }, { field: "mean", format: ".2f" }, { field: "n" }];
  const line = { type: "line", interpolate: "linear-closed", strokeWidth: 1.8 };
  return {
    ...frame({}, placed, options),
    ...facetGrid(
      {
        field: "workflow",
        values: workflows,
        options,
        height: (width) => width,
        maximumWidth: 320,
        label: workflowLabel,
        minimumWidth: 240,
        axisSpace: 10,
      },
      [
        ...webLayers(position, options),
        { mark: line, encoding: { ...position, color, order: { field: "order", type: "quantitative" } } },
        {
          name: DATA,
          mark: { type: "point", filled: true, size: 36, opacity: 1 },
          encoding: { ...position, color, tooltip },
        },
      ],
    ),
  } as TopLevelSpec;
}

/** Rings with their ratings, and the names of the axes. */
function webLayers(position: object, { theme }: ChartOptions): object[] {
  const ratings = [2, 3, 4, HIGHEST];
  const rings = ratings.flatMap((rating) =>
    DIMENSION_NAMES.map((dimension, order) => ({ rating, order, ...place(dimension, rating) })),
  );
  const ticks = ratings.map((rating) => ({ rating, ...place(DIMENSION_NAMES[0], rating) }));
  const names = DIMENSION_NAMES.map((dimension) => ({
    name: metricLabel(dimension).split(" "),
    ...place(dimension, HIGHEST + 0.3),
  }));
  const order = { field: "order", type: "quantitative" };
  return [
    {
      data: { values: rings },
      mark: { type: "line", interpolate: "linear-closed", color: theme.rule, strokeWidth: 1 },
      encoding: { ...position, detail: { field: "rating" }, order },
    },
    {
      data: { values: ticks },
      mark: { type: "text", color: theme.muted, dx: 8 },
      encoding: { ...position, text: { field: "rating" } },
    },
    ...names.map((name) => ({
      data: { values: [name] },
      mark: { type: "text", color: theme.ink, ...anchorOf(name) },
      encoding: { ...position, text: { field: "name" } },
    })),
  ];
}

/** Names stand outside of the web, on the side of their axis. */
function anchorOf({ x, y }: Point): object {
  if (Math.abs(x) < 0.01) return { align: "center", baseline: y > 0 ? "bottom" : "top" };
  return { align: x > 0 ? "left" : "right", baseline: "middle" };
}
