import { extent } from "simple-statistics";
import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { count, decimal, metricLabel, pValue, signed } from "../../print/format.ts";
import type { BlandAltman } from "../../results/analyses/judge/bland-altman.ts";
import { THINNED, thinned } from "../../results/analyses/judge/thin.ts";
import type { JudgeAnalysis } from "../../results/analyses/judge.ts";
import type { Target } from "../../results/selection/target.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT, hrefChannel } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { countChannel, type Place, placesOf } from "../drawing/places.ts";
import { plotHeight } from "../drawing/theme.ts";
import { isOneValue } from "./flat.ts";

export interface DifferenceRow extends FigureRow {
  execution: string;
  complexity: string | null;
  mean: number;
  difference: number;
}

/** The analysis without its points but with the mean of their means; null when the run has none. */
export type DifferenceFacts = (Omit<BlandAltman, "points" | "center"> & { center: number | null }) | null;
type Data = FigureData<DifferenceRow, DifferenceFacts>;

const METHOD =
  "Difference of the two measures against their mean, an execution each; larger marks stand for more. Solid line: mean difference (band: 95 % bootstrap interval). Dashed: the limits that contain 95 % of the differences (2.5 and 97.5 % quantiles). Dotted: regression of difference on mean; a slope means that the disagreement depends on how good the answer is. Its interval and p are cluster-robust (CR2, Satterthwaite) over scenarios; naive p treats executions as independent, as the study does.";

/** A Bland-Altman figure of one pair of measures out of the judge's analysis. */
export function makeBlandAltmanFigure(options: {
  name: string;
  title: string;
  definition: string;
  behind: Target;
  select(judge: JudgeAnalysis): BlandAltman | undefined;
}): Figure<DifferenceRow, DifferenceFacts> {
  const { name, title, definition, behind, select } = options;
  return {
    name,
    title,
    definition: `${definition} ${METHOD} ${THINNED}`,
    columns: [
      { key: "execution", label: "execution", format: "text" },
      { key: "complexity", label: "complexity", format: "text" },
      { key: "mean", label: "mean of the two", format: "decimal" },
      { key: "difference", label: "difference", format: "decimal" },
    ],
    read: ({ judge }) => readPair(select(judge)),
    caption: describeBias,
    details: describeTrend,
    flat: sameEverywhere,
    marks: ({ rows }) => differencePlaces(rows).length,
    spec: (data, chart) => differenceSpec(data, { options: chart, behind }),
    target: ({ execution }) => ({ id: execution }),
    behind,
  };
}

function readPair(pair: BlandAltman | undefined): Data {
  if (!pair) return { rows: [], facts: null };
  const { points, ...facts } = pair;
  const { center = points.length === 0 ? null : points.reduce((sum, { mean }) => sum + mean, 0) / points.length } =
    pair;
  const rows = points.map(({ key, mean, difference, complexity = null }) => ({
    execution: key,
    complexity,
    mean,
    difference,
  }));
  return { rows: thinned(rows, ({ execution }) => execution), facts: { ...facts, center } };
}

function describeBias({ facts }: Data): string {
  if (!facts || facts.bias === null) return "No pair of measurements to compare.";
  const [a, b] = [measureLabel(facts.a), measureLabel(facts.b)];
  const { n, bias, bias_low, bias_high, lower, upper } = facts;
  return `${capitalized(a)} − ${b} is ${signed(bias, 3)} on average (95 % interval ${decimal(bias_low, 3)} … ${decimal(bias_high, 3)}, n = ${count(n)}); 95 % of the differences lie between ${decimal(lower)} and ${decimal(upper)}.`;
}

/** Whether the disagreement depends on the level, with the study's own p beside ours. */
function describeTrend({ facts }: Data): string {
  if (!facts || facts.slope === null) return "";
  const { slope, slope_p, slope_naive_p } = facts;
  return `Slope of the difference on the mean: ${decimal(slope)}, ${pValue(slope_p)}, naive ${pValue(slope_naive_p)}.`;
}

function sameEverywhere({ rows, facts }: Data): string | null {
  if (!facts || !isOneValue(rows, ({ difference }) => difference)) return null;
  const [a, b] = [measureLabel(facts.a), measureLabel(facts.b)];
  const on = facts.n === 1 ? "the one execution that has both" : `every one of ${countOf(facts.n, "execution")}`;
  return rows[0]!.difference === 0
    ? `${capitalized(a)} and ${b} are equal on ${on}.`
    : `${capitalized(a)} − ${b} is ${signed(facts.bias, 3)} on ${on}.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `overall_score` and `primary overall_score` as people say them. */
function measureLabel(name: string): string {
  return metricLabel(name)
    .replace("overall score", "composite")
    .replace(/^mean of NDCG@5.*/, "mean IR score");
}

function differencePlaces(rows: readonly DifferenceRow[]): Place<DifferenceRow>[] {
  return placesOf(rows, ({ mean, difference }) => [mean, difference]);
}

function differenceSpec(
  { rows, facts }: Data,
  { options, behind }: { options: ChartOptions; behind: Target },
): TopLevelSpec {
  const { theme } = options;
  const places = differencePlaces(rows);
  /** An execution that stands alone, or all. */
  const target = ({ execution, count: of }: Place<DifferenceRow>): Target => (of === 1 ? { id: execution } : behind);
  const title = facts ? `${measureLabel(facts.a)} − ${measureLabel(facts.b)}` : "difference";
  const point = {
    name: DATA,
    mark: { type: "point", filled: true, opacity: 0.5, color: theme.accent },
    encoding: {
      x: { field: "mean", type: "quantitative", title: "mean of the two" },
      y: { field: "difference", type: "quantitative", title },
      size: countChannel(places, "executions", options),
      tooltip: [
        { field: "count", title: "executions" },
        { field: "mean", format: ".3f" },
        { field: "difference", format: ".3f" },
      ],
      ...hrefChannel(options),
    },
  };
  return {
    ...frame({ target }, places, options),
    width: options.width,
    height: plotHeight(options, 260),
    autosize: FIT,
    layer: [...bandLayers(facts, options), point, ...lineLayers({ rows, facts }, options)],
  } as TopLevelSpec;
}

function bandLayers(facts: DifferenceFacts, { theme }: ChartOptions): object[] {
  if (!facts || facts.bias_low === null || facts.bias_high === null) return [];
  const values = [{ low: facts.bias_low, high: facts.bias_high }];
  const y = { field: "low", type: "quantitative" };
  return [
    {
      data: { values },
      mark: { type: "rect", color: theme.accent, opacity: 0.18 },
      encoding: { y, y2: { field: "high" } },
    },
  ];
}

function lineLayers({ rows, facts }: Data, { theme }: ChartOptions): object[] {
  if (!facts) return [];
  const rules = [
    { at: facts.bias, dash: [1, 0], label: "mean" },
    { at: facts.lower, dash: [5, 4], label: "2.5 %" },
    { at: facts.upper, dash: [5, 4], label: "97.5 %" },
  ].filter((rule) => rule.at !== null);
  return [
    ...rules.flatMap(({ at, dash, label }) => {
      const data = { values: [{ at, label: `${label}: ${decimal(at, 2)}` }] };
      const y = { field: "at", type: "quantitative" };
      const text = { type: "text", align: "left", dx: 11, color: theme.muted };
      return [
        { data, mark: { type: "rule", strokeDash: dash, color: theme.ink, strokeWidth: 1.2 }, encoding: { y } },
        { data, mark: text, encoding: { y, x: { value: "width" }, text: { field: "label" } } },
      ];
    }),
    ...regressionLayer({ rows, facts }, theme.ink),
  ];
}

/** Least squares goes through the means of both axes, so the slope alone places the line. */
function regressionLayer({ rows, facts }: Data, color: string): object[] {
  if (!facts || facts.slope === null || facts.bias === null || facts.center === null) return [];
  const { slope, bias, center } = facts;
  const values = extent(rows.map((row) => row.mean)).map((mean) => ({
    mean,
    difference: bias + slope * (mean - center),
  }));
  const encoding = { x: { field: "mean", type: "quantitative" }, y: { field: "difference", type: "quantitative" } };
  return [{ data: { values }, mark: { type: "line", strokeDash: [1, 3], strokeWidth: 1.6, color }, encoding }];
}
