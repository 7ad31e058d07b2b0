import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../base/counts.ts";
import type { MetricComparison } from "../compare/metric-comparison.ts";
import { showChange } from "../compare/render/format.ts";
import { parseConfigurationName } from "../domain/names.ts";
import { rowLabels } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT } from "../drawing/encode.ts";
import { configurationLabel, metricLabel } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import { isNarrow, rowHeight } from "../drawing/theme.ts";
import type { ChartOptions, FigureRow } from "./figure.ts";

/** One difference between candidate and baseline: of everything, or of one configuration or family. */
export interface ChangeRow extends FigureRow {
  metric: string;
  group: string;
  label: string;
  difference: number;
  low: number | null;
  high: number | null;
  p: number | null;
  scenarios: number;
  told: (typeof TOLD)[number];
}

const TOLD = ["worse", "better", "not told apart"] as const;

export interface ForestOptions {
  /** Level of Holm-corrected tests. */
  level: number;
  /** Smallest loss that matters, by metric; none where no rule is about it. */
  matters: Readonly<Record<string, number>>;
}

/** Lines that a panel holds: everything, the heaviest losses and the largest gains. */
const [WORST, BEST] = [20, 10];

/** The lines of one metric: over everything, then the groups, the heaviest loss first. Intervals hold at once within a family. */
export function changeRows(
  whole: MetricComparison | undefined,
  groups: readonly MetricComparison[],
  { level }: Pick<ForestOptions, "level">,
): ChangeRow[] {
  const known = groups.filter(({ difference }) => difference !== null);
  const harm = ({ difference, better }: MetricComparison) => (better === "lower" ? -1 : 1) * difference!;
  const sorted = [...known].sort((a, b) => harm(a) - harm(b));
  return [...(whole && whole.difference !== null ? [whole] : []), ...sorted].map((row) => ({
    metric: row.metric,
    group: row.group,
    label: groupLabel(row.group),
    difference: row.difference!,
    low: row.corrected_low,
    high: row.corrected_high,
    p: row.adjusted_p,
    scenarios: row.scenarios,
    told: toldApart(row, level),
  }));
}

/** What a panel can hold of them. */
export function shownRows(rows: readonly ChangeRow[]): readonly ChangeRow[] {
  return rows.length <= WORST + BEST + 1 ? rows : [...rows.slice(0, WORST + 1), ...rows.slice(-BEST)];
}

/** What the tests say, from the tests alone: `NDCG@10: 2 of 18 worse, most Explorer ... (-.120)`. */
export function describeChanges(rows: readonly ChangeRow[], unit: MetricComparison["unit"]): string {
  const groups = rows.filter(({ group }) => group !== "all");
  const of = (told: ChangeRow["told"]) => groups.filter((row) => row.told === told);
  const [worse, better] = [of("worse"), of("better").reverse()];
  const metric = metricLabel(rows[0]?.metric ?? "");
  if (worse.length + better.length === 0)
    return `${metric}: none of ${countOf(groups.length, "difference")} can be told from chance.`;
  const part = (list: readonly ChangeRow[], word: string) =>
    list.length === 0
      ? []
      : [
          `${list.length} of ${groups.length} ${word}, most ${list[0]!.label} (${showChange(list[0]!.difference, unit)})`,
        ];
  return `${metric}: ${[...part(worse, "worse"), ...part(better, "better")].join("; ")}.`;
}

/** Of a configuration, model or family; `all` is everything. */
export function groupLabel(group: string): string {
  if (group === "all") return "everything";
  const configuration = parseConfigurationName(group);
  return configuration ? configurationLabel(configuration) : group.replaceAll("_", " ");
}

function toldApart({ difference, adjusted_p, better }: MetricComparison, level: number): ChangeRow["told"] {
  if (adjusted_p === null || adjusted_p > level || difference === 0 || better === "neither") return "not told apart";
  return difference! > 0 === (better === "higher") ? "better" : "worse";
}

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
