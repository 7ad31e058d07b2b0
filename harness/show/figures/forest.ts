import { countOf } from "../../../base/counts.ts";
import { correctedP, decimal, metricLabel, sampleSize } from "../../print/format.ts";
import type { Difference } from "../../results/analyses/differences.ts";
import { isSignificant } from "../../results/analyses/significant-pairs.ts";
import type { SideKey, Target } from "../../results/selection/target.ts";
import { forest } from "../drawing/charts/forest.ts";
import type { ChartOptions, ChartSpec, Figure, FigureRow } from "../drawing/figure.ts";
import { isNarrow } from "../drawing/theme.ts";
import { valued } from "./flat.ts";

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
  marks: ({ rows }) => valued(rows, "difference").length,
  spec: ({ rows }, options) => drawForest(rows, options),
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

/** `0.12 (p = 0.012, n = 38)`. */
export function differenceText({ difference, holm_p, family, n }: ForestRow): string {
  return `${decimal(difference)} (${correctedP(holm_p, countOf(family, "pair"))}, n = ${n})`;
}

/** Where every line of a forest plot would be a point at 0. */
export function noDifference(rows: readonly ForestRow[]): string | null {
  const known = valued(rows, "difference");
  if (known.length === 0 || known.some(({ wins, losses }) => wins + losses > 0)) return null;
  return `No difference: the two of each of ${countOf(known.length, "pair")} are equal on every scenario (${sampleSize(known.map(({ n }) => n))}).`;
}

const SIGNIFICANCE = ["told apart (Holm, 5 %)", "not told apart"] as const;

/** Differences with intervals against a line at 0; filled where the corrected test tells the two apart. */
function drawForest(all: readonly ForestRow[], options: ChartOptions): ChartSpec {
  const { accent, paper } = options.theme;
  const rows = valued(all, "difference");
  const ends = rows.flatMap(({ low, high, difference }) => [low ?? 0, high ?? 0, difference].map(Math.abs));
  return forest({
    ...{ rows, options, names: "pair", trueSigns: true, interval: ["low", "high"] },
    panels: {
      field: "metric",
      values: [...new Set(rows.map((row) => row.metric))],
      label: metricLabel,
      minimumWidth: 100,
    },
    difference: {
      field: "difference",
      title: "difference",
      reach: Math.max(0.05, ...ends),
      ticks: isNarrow(options) ? 3 : 8,
    },
    lines: [{ at: [0] }],
    fill: { field: "significant", values: [true, false], colors: [accent, paper], labels: SIGNIFICANCE },
    stroke: accent,
    tooltip: ["first", "second", "difference", "holm_p", "n", "wins", "ties", "losses"],
  });
}
