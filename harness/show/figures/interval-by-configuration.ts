import type { TopLevelSpec } from "vega-lite";
import { decimal, metricLabel, sampleSize, withInterval } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { FIT, modelColor } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { rowHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { highestOf } from "./extremes.ts";
import { areEqual } from "./flat.ts";
import { type Lead, leadOf, leadText } from "./lead.ts";
import { tellLeftOut } from "./left-out.ts";
import { type Reference, referenceLayers, references } from "./reference-lines.ts";

export interface IntervalRow extends ConfigurationRow {
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
  unscored: number;
}

/** `lead`: null where the metric's pairs are not tested. */
export interface IntervalFacts {
  references: readonly Reference[];
  lead: Lead | null;
}

type Data = FigureData<IntervalRow, IntervalFacts>;

/** A figure of one metric's mean per configuration with its 95 % interval, best first; dashed lines are rankers without a model. */
export function makeIntervalFigure(options: {
  name: string;
  metric: string;
  title: string;
  definition: string;
}): Figure<IntervalRow, IntervalFacts> {
  const target = targetOf(options.metric);
  return {
    ...options,
    columns: [
      { key: "configuration", label: "configuration", format: "text" },
      { key: "mean", label: metricLabel(options.metric), format: "decimal" },
      { key: "low", label: "95 % from", format: "decimal" },
      { key: "high", label: "to", format: "decimal" },
      { key: "n", label: "n", format: "count" },
      { key: "unscored", label: "unscored", format: "count" },
    ],
    read: (results) => readIntervals(results, options.metric),
    caption: (data) => intervalCaption(data, metricLabel(options.metric)),
    details: ({ rows }) => tellLeftOut(rows, scoredRows(rows)),
    // Rankers without a model are something to hold even equal configurations against.
    flat: ({ rows, facts }) =>
      facts.references.length > 0 ? null : sameForAll(scoredRows(rows), metricLabel(options.metric)),
    marks: ({ rows }) => scoredRows(rows).length,
    spec: ({ rows, facts }, chart) => {
      const spec = intervalSpec(scoredRows(rows), chart, options.metric);
      // Lines with their names take more room than a panel's rows; the table has them.
      const lines = chart.whole ? [] : referenceLayers(facts.references, chart);
      return { ...spec, layer: [...lines, ...spec.layer] } as TopLevelSpec;
    },
    target,
    panels: "rows",
    behind: { metric: options.metric, has: "value" },
  };
}

function readIntervals(results: Results, metric: string): Data {
  const rows = intervalRows(results, metric);
  const ranking = results.rankings.find((one) => one.metric === metric);
  const lead = ranking && rows[0] ? leadOf(ranking, rows[0].name) : null;
  return { rows, facts: { references: references(results, metric), lead } };
}

/** One row per configuration, highest mean first, unscored last. */
export function intervalRows({ summary }: Pick<Results, "summary">, metric: string): IntervalRow[] {
  return summary.configurations
    .map((one) => {
      const { mean = null, low = null, high = null, n = 0, unscored = 0 } = one.metrics[metric] ?? {};
      return { ...configurationRow(one), mean, low, high, n, unscored };
    })
    .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

export function scoredRows(rows: readonly IntervalRow[]): IntervalRow[] {
  return rows.filter((row) => row.mean !== null);
}

/** Intervals that overlap are no test: what can be told apart is said by the corrected tests of pairs. */
function intervalCaption({ rows, facts: { lead } }: Data, label: string): string {
  const scored = scoredRows(rows);
  const [best] = scored;
  if (!best) return `No execution has a score for ${label}.`;
  if (scored.length === 1) return `${best.configuration} reaches ${label} ${withInterval(best)}, n = ${best.n}.`;
  const who = highestOf(scored, ({ mean }) => mean!).map(({ configuration }) => configuration);
  return leadText({ lead, who, label, value: decimal(best.mean) });
}

/** Where every mark and interval would be at the same place. */
export function sameForAll(scored: readonly IntervalRow[], label: string): string | null {
  if (!areEqual(scored, ({ mean, low, high }) => [mean, low, high])) return null;
  return `All ${scored.length} configurations have the same ${label}, ${withInterval(scored[0]!)}, ${sampleSize(scored.map(({ n }) => n))}.`;
}

function intervalSpec(rows: readonly IntervalRow[], options: ChartOptions, metric: string) {
  const label = metricLabel(metric);
  const color = { ...modelColor(options), legend: null };
  const x = { field: "mean", type: "quantitative" };
  const bar = {
    x: {
      field: "low",
      type: "quantitative",
      scale: { domain: [0, 1] },
      title: options.whole ? label : `${label}, mean and 95 % interval`,
    },
    x2: { field: "high" },
    color,
  };
  const style = { rows, tooltip: tooltip(label) };
  const value = { x: { value: "width" }, text: { field: "mean", type: "quantitative", format: ".2f" } };
  return {
    ...frame({ target: targetOf(metric) }, rows, options),
    width: options.width,
    height: Math.max(1, rows.length) * rowHeight(options),
    autosize: FIT,
    encoding: { y: configurationAxis(rows, options) },
    layer: [
      { mark: { type: "rule", strokeWidth: 2 }, encoding: bar },
      ...configurationMarks({ x }, options, style),
      { mark: { type: "text", align: "left", dx: 8, color: options.theme.muted }, encoding: value },
    ],
  };
}

function targetOf(metric: string) {
  return (row: IntervalRow): Target => ({ ...configurationTarget(row), metric, has: "value" });
}

function tooltip(label: string) {
  return [
    { field: "configuration", title: "configuration" },
    { field: "mean", title: label, format: ".3f" },
    { field: "low", title: "95 % from", format: ".3f" },
    { field: "high", title: "to", format: ".3f" },
    { field: "n" },
    { field: "unscored" },
  ];
}
