import { countOf } from "../../../base/counts.ts";
import { count, decimal, metricLabel, pValue, signed } from "../../print/format.ts";
import type { BlandAltman } from "../../results/analyses/judge/bland-altman.ts";
import { THINNED, thinned } from "../../results/analyses/judge/thin.ts";
import type { JudgeAnalysis } from "../../results/analyses/judge.ts";
import type { Target } from "../../results/selection/target.ts";
import { places } from "../drawing/charts/scatter.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { type Place, placesOf } from "../drawing/places.ts";
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
  "Difference of the two measures against their mean, an execution each; larger marks stand for more. Solid line: mean difference (band: 95 % bootstrap interval). Dashed: limits of agreement, the 2.5 and 97.5 % quantiles of the differences. Dotted: regression of difference on mean; a slope means that the disagreement depends on how good the answer is. Its interval and p are cluster-robust (CR2, Satterthwaite) over scenarios; naive p treats executions as independent, as the study does.";

export const blandAltmanIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ndcg10",
  title: "Judge's composite and NDCG@10: do they measure the same?",
  definition:
    "The judge's overall score minus NDCG@10, over answered executions of answerable scenarios with a primary verdict.",
  behind: { answerable: "true", outcome: "success", metric: "overall_score,ndcg@10", has: "value" },
  select: ({ composite_vs_ir }) => composite_vs_ir.find(({ b }) => b === "ndcg@10"),
});

export const blandAltmanNormalisedIr = makeBlandAltmanFigure({
  name: "bland-altman-composite-ir",
  title: "Judge's composite and a normalised IR score: do they measure the same?",
  definition:
    "The judge's overall score minus the mean of NDCG@5, NDCG@10, MRR@10 and Recall@10 (the study's figure names a normalised IR score without its formula), over answered executions of answerable scenarios with a primary verdict.",
  behind: {
    answerable: "true",
    outcome: "success",
    metric: "overall_score,ndcg@5,ndcg@10,mrr@10,recall@10",
    has: "value",
  },
  select: ({ composite_vs_ir }) => composite_vs_ir.find(({ b }) => b === "mean_ir"),
});

export const blandAltmanCalibration = makeBlandAltmanFigure({
  name: "bland-altman-primary-calibration",
  title: "Primary and calibration verdicts: do they agree?",
  definition: "The primary judge's overall score minus the calibration judge's, over the calibration sample.",
  behind: { metric: "overall_score,calibration_overall_score", has: "value" },
  select: ({ primary_vs_calibration }) => primary_vs_calibration.find(({ a }) => a === "primary overall_score"),
});

/** A Bland-Altman figure of one pair of measures out of the judge's analysis. */
function makeBlandAltmanFigure(options: {
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
    columns: columnsOf({
      execution: "text",
      complexity: "text",
      mean: ["decimal", "mean of the two"],
      difference: "decimal",
    }),
    read: ({ judge }) => readPair(select(judge)),
    caption: describeBias,
    details: describeTrend,
    flat: sameEverywhere,
    marks: ({ rows }) => differencePlaces(rows).length,
    spec: (data, chart) => drawDifferences(data, chart, behind),
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
  const interval =
    bias_low === null
      ? "too few scenarios for an interval"
      : `95 % interval ${decimal(bias_low, 3)} … ${decimal(bias_high, 3)}`;
  return `${capitalized(a)} − ${b} is ${signed(bias, 3)} on average (${interval}, n = ${count(n)}); limits of agreement: ${decimal(lower)} and ${decimal(upper)}.`;
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

function drawDifferences({ rows, facts }: Data, options: ChartOptions, behind: Target): ChartSpec {
  /** An execution that stands alone, or all. */
  const target = ({ execution, count: of }: FigureRow): Target => (of === 1 ? { id: String(execution) } : behind);
  return places({
    ...{ rows: differencePlaces(rows), options: { ...options, target }, counted: "executions", opacity: 0.5 },
    x: { field: "mean", title: "mean of the two" },
    y: { field: "difference", title: facts ? `${measureLabel(facts.a)} − ${measureLabel(facts.b)}` : "difference" },
    lines: facts && {
      band: [facts.bias_low, facts.bias_high],
      levels: [
        { at: facts.bias, label: "mean" },
        { at: facts.lower, label: "2.5 %", dashed: true },
        { at: facts.upper, label: "97.5 %", dashed: true },
      ],
      // Least squares goes through the means of both axes, so the slope alone places the line.
      trend: { slope: facts.slope, through: [facts.center, facts.bias] },
    },
    tooltip: [...columnsOf({ count: ["count", "executions"] }), "mean", "difference"],
  });
}
