import type { TopLevelSpec } from "vega-lite";
import type { Results } from "../analyses/results.ts";
import { significantPairsOf } from "../analyses/significant-pairs.ts";
import { configurationName } from "../domain/names.ts";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { FIT, modelColor } from "../drawing/encode.ts";
import { configurationLabel, metricLabel, withInterval } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import { rowHeight } from "../drawing/theme.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";
import { type Reference, referenceCaption, referenceLayers, references } from "./reference-lines.ts";

export interface IntervalRow extends FigureRow {
  /** As records and tests name the configuration. */
  name: string;
  configuration: string;
  model: string;
  workflow: string;
  knowledge: string;
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
  unscored: number;
  /** Whether the corrected test of the pair tells it apart from the highest; null where the metric's pairs are not tested. */
  significant: boolean | null;
}

/** A figure of one metric's mean per configuration with its 95 % interval, best first; dashed lines are rankers without a model. */
export function makeIntervalFigure(options: {
  name: string;
  metric: string;
  title: string;
  definition: string;
}): Figure<IntervalRow, readonly Reference[]> {
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
    read: (results) => ({ rows: intervalRows(results, options.metric), facts: references(results, options.metric) }),
    caption: ({ rows, facts }) => `${intervalCaption(rows, metricLabel(options.metric))}${referenceCaption(facts)}`,
    marks: ({ rows }) => scoredRows(rows).length,
    spec: ({ rows, facts }, chart) => {
      const spec = intervalSpec(rows, chart, options.metric);
      return { ...spec, layer: [...referenceLayers(facts, chart), ...spec.layer] } as TopLevelSpec;
    },
    target,
    behind: { metric: options.metric, has: "value" },
  };
}

/** One row per configuration, highest mean first, unscored last. */
export function intervalRows({ summary, rankings }: Results, metric: string): IntervalRow[] {
  const ranking = rankings.find((one) => one.metric === metric);
  const rows = summary.configurations
    .map(({ model, workflow, knowledge, metrics }) => {
      const { mean = null, low = null, high = null, n = 0, unscored = 0 } = metrics[metric] ?? {};
      const configuration = configurationLabel({ model, workflow, knowledge });
      const name = configurationName({ model, workflow, knowledge });
      return { name, configuration, model, workflow, knowledge, mean, low, high, n, unscored };
    })
    .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
  const [first] = rows;
  const significant = new Set(first ? significantPairsOf(ranking, first.name).map(({ second }) => second) : []);
  return rows.map((row) => ({ ...row, significant: ranking ? significant.has(row.name) : null }));
}

export function scoredRows(rows: readonly IntervalRow[]): IntervalRow[] {
  return rows.filter((row) => row.mean !== null);
}

/** Names the highest and the lowest as observed, and from how many the highest differs significantly: intervals that overlap are no test. */
function intervalCaption(rows: readonly IntervalRow[], label: string): string {
  const scored = scoredRows(rows);
  const [best] = scored;
  const worst = scored.at(-1);
  if (!best || !worst) return `No execution has a score for ${label}.`;
  const of = `${withInterval(best)}, n = ${best.n}`;
  if (scored.length === 1) return `${best.configuration} reaches ${label} ${of}.`;
  const significant = scored.filter((row) => row !== best && row.significant).length;
  const reading =
    best.significant === null
      ? "its pairs with the others are not tested."
      : `it differs significantly from ${significant} of the other ${scored.length - 1} (paired tests, Holm over all pairs).`;
  return `${best.configuration} has the highest observed ${label}, ${of}; ${reading} Lowest observed: ${worst.configuration}, ${withInterval(worst)}.`;
}

function intervalSpec(rows: readonly IntervalRow[], options: ChartOptions, metric: string) {
  const label = metricLabel(metric);
  const color = { ...modelColor(options), legend: null };
  const x = { field: "mean", type: "quantitative" };
  const bar = {
    x: { field: "low", type: "quantitative", scale: { domain: [0, 1] }, title: `${label}, mean and 95 % interval` },
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
  return ({ model, workflow, knowledge }: IntervalRow): Target => ({
    model,
    workflow,
    knowledge,
    metric,
    has: "value",
  });
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
