import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { correctedP, decimal, metricLabel, sampleSize } from "../../print/format.ts";
import type { Difference } from "../../results/analyses/differences.ts";
import { isSignificant } from "../../results/analyses/significant-pairs.ts";
import type { SideKey, Target } from "../../results/selection/target.ts";
import { labelSpace, rowLabels } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { hrefChannel, legendFor } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, markSize, rowHeight } from "../drawing/theme.ts";

/** A difference with its interval: one line of a forest plot. */
export interface ForestRow extends FigureRow {
  metric: string;
  pair: string;
  first: string;
  second: string;
  difference: number | null;
  low: number | null;
  high: number | null;
  significant: boolean;
  holm_p: number | null;
  /** How many pairs p is corrected over. */
  family: number;
  n: number;
  wins: number;
  ties: number;
  losses: number;
  /** What selects the executions of the two sides. */
  factor: SideKey;
  sides: string;
}

const COLUMNS = [
  { key: "metric", label: "metric", format: "text" },
  { key: "first", label: "first", format: "text" },
  { key: "second", label: "second", format: "text" },
  { key: "difference", label: "first − second", format: "decimal" },
  { key: "low", label: "95 % from", format: "decimal" },
  { key: "high", label: "to", format: "decimal" },
  { key: "holm_p", label: "p, Holm-corrected", format: "p" },
  { key: "n", label: "scenarios", format: "count" },
  { key: "wins", label: "higher", format: "count" },
  { key: "ties", label: "equal", format: "count" },
  { key: "losses", label: "lower", format: "count" },
] as const;

/** What forest plots share; each adds its rows, its names and its caption. */
export const FOREST: Pick<Figure<ForestRow, null>, "columns" | "marks" | "spec" | "target"> = {
  columns: COLUMNS,
  marks: ({ rows }) => drawn(rows).length,
  spec: ({ rows }, options) => forestSpec(rows, options),
  target: forestTarget,
};

/** @param names how the two sides read, the line's label, and whose executions they are */
export function forestRow(
  metric: string,
  one: Difference,
  names: Pick<ForestRow, "first" | "second" | "pair" | "factor" | "sides" | "family">,
): ForestRow {
  const { difference, low, high, holm_p, n, wins, ties, losses } = one;
  const significant = isSignificant(one);
  return { metric, ...names, difference, low, high, significant, holm_p, n, wins, ties, losses };
}

/** Both sides on the scenarios that both have a number for. */
function forestTarget({ factor, sides, metric }: ForestRow): Target {
  return { [factor]: sides, metric, has: "value", paired: factor };
}

export function drawn(rows: readonly ForestRow[]): (ForestRow & { difference: number })[] {
  return rows.filter((row): row is ForestRow & { difference: number } => row.difference !== null);
}

/** `0.12 (p = 0.012, n = 38)`. */
export function differenceText({ difference, holm_p, family, n }: ForestRow): string {
  return `${decimal(difference)} (${correctedP(holm_p, countOf(family, "pair"))}, n = ${n})`;
}

/** Where every line of a forest plot would be a point at 0. */
export function noDifference(rows: readonly ForestRow[]): string | null {
  const known = drawn(rows);
  if (known.length === 0 || known.some(({ wins, losses }) => wins + losses > 0)) return null;
  return `No difference: the two of each of ${countOf(known.length, "pair")} are equal on every scenario (${sampleSize(known.map(({ n }) => n))}).`;
}

const SIGNIFICANCE = ["told apart (Holm, 5 %)", "not told apart"] as const;

/** Differences with intervals against a line at 0; filled where the corrected test tells the two apart. */
function forestSpec(rows: readonly ForestRow[], options: ChartOptions): TopLevelSpec {
  const { accent, ink, muted, paper } = options.theme;
  const shown = drawn(rows);
  const pairs = [...new Set(shown.map((row) => row.pair))];
  const metrics = [...new Set(shown.map((row) => row.metric))];
  const reach = Math.max(
    0.05,
    ...shown.flatMap(({ low, high, difference }) => [low ?? 0, high ?? 0, difference].map(Math.abs)),
  );
  const x = {
    field: "difference",
    type: "quantitative",
    title: "difference",
    scale: { domain: [-reach, reach] },
    axis: { tickCount: isNarrow(options) ? 3 : 8, labelOverlap: true, labelSeparation: 6 },
  };
  const y = {
    field: "pair",
    type: "nominal",
    title: null,
    sort: pairs,
    axis: { domain: false, ticks: false, ...rowLabels(pairs, options, { trueSigns: true }) },
  };
  const tooltip = [
    { field: "first" },
    { field: "second" },
    { field: "difference", format: ".3f" },
    { field: "holm_p", title: "p, Holm", format: ".3f" },
    { field: "n", title: "scenarios" },
    { field: "wins", title: "higher" },
    { field: "ties", title: "equal" },
    { field: "losses", title: "lower" },
  ];
  const fill = {
    field: "significant",
    type: "nominal",
    title: null,
    scale: { domain: [true, false], range: [accent, paper] },
    legend: {
      ...legendFor(SIGNIFICANCE, options),
      labelExpr: `datum.value ? "${SIGNIFICANCE[0]}" : "${SIGNIFICANCE[1]}"`,
      symbolStrokeColor: accent,
      symbolType: "circle",
    },
  };
  const axisSpace = labelSpace(pairs, options);
  return {
    ...frame({ target: forestTarget }, shown, options),
    ...facetGrid(
      {
        field: "metric",
        values: metrics,
        options,
        height: pairs.length * rowHeight(options),
        label: metricLabel,
        axisSpace,
        minimumWidth: 100,
      },
      [
        {
          data: { values: [{ at: 0 }] },
          mark: { type: "rule", color: ink, strokeWidth: 1 },
          encoding: { x: { ...x, field: "at" } },
        },
        {
          mark: { type: "rule", strokeWidth: 1.8, color: muted },
          encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, y },
        },
        {
          name: DATA,
          mark: { type: "point", size: markSize(options, 70), opacity: 1, stroke: accent, strokeWidth: 1.5 },
          encoding: { x, y, fill, tooltip, ...hrefChannel(options) },
        },
      ],
    ),
  } as TopLevelSpec;
}
