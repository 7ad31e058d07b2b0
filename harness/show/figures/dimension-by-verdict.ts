import { grouped } from "../../../base/grouped.ts";
import { count, decimal, percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { columnPanels } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { DIMENSION_NAMES } from "./names.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";

const VERDICTS = ["pass", "fail"] as const;

export interface DimensionScoreRow extends FigureRow {
  verdict: string;
  /** Mean of the four dimensions, 1 to 5: one of 17 values, so nothing is binned. */
  score: number;
  count: number;
  of: number;
  share: number;
}

export const dimensionByVerdict = makeByVerdict(FUNCTIONAL);
export const judgeDimensionByVerdict = makeByVerdict(JUDGE);

function makeByVerdict({ metric, filter, named, titled, rule }: PassVerdict): Figure<DimensionScoreRow, null> {
  const target = ({ verdict }: Pick<DimensionScoreRow, "verdict">): Target => ({
    ...{ [filter]: verdict, metric: "mean_dimension" },
    has: "value",
  });
  return {
    name: named("dimension-score-by-verdict"),
    title: titled("Mean dimension score of passing and failing answers"),
    definition: `Answers by the mean of the primary judge's four dimensions (completeness, relevance, coherence, evidence grounding; 1 to 5), split by whether they ${rule}. Shares are of the answers with that verdict. Executions without an answer have no dimension scores and are left out. Vertical line: mean.`,
    columns: columnsOf({
      verdict: "text",
      score: ["decimal", "mean dimension score"],
      count: ["count", "answers"],
      of: "count",
      share: "percent",
    }),
    read: ({ scores }) => ({ rows: scoreRows(scores, metric), facts: null }),
    caption: describeOverlap,
    flat: ({ rows }) =>
      new Set(rows.map(({ score }) => score)).size === 1
        ? `Every answer has the mean dimension score ${decimal(rows[0]!.score)} (n = ${count(rows.reduce((sum, row) => sum + row.count, 0))}).`
        : null,
    marks: ({ rows }) => rows.length,
    spec: drawScores,
    target,
    behind: target({ verdict: VERDICTS.join(",") }),
  };
}

function scoreRows(scores: Results["scores"], metric: PassVerdict["metric"]): DimensionScoreRow[] {
  const answers = scores.flatMap(({ scores: of }) => {
    const values = DIMENSION_NAMES.flatMap((dimension) => of[dimension]?.value ?? []);
    const pass = of[metric]?.value ?? null;
    if (pass === null || values.length < DIMENSION_NAMES.length) return [];
    return [
      { verdict: pass === 1 ? "pass" : "fail", score: values.reduce((sum, value) => sum + value, 0) / values.length },
    ];
  });
  return VERDICTS.flatMap((verdict) => {
    const members = answers.filter((answer) => answer.verdict === verdict);
    const of = members.length;
    return [...grouped(members, ({ score }) => score)]
      .map(([score, { length }]) => ({ verdict, score, count: length, of, share: length / of }))
      .sort((a, b) => a.score - b.score);
  });
}

function meanOf(rows: readonly DimensionScoreRow[]): number | null {
  const [first] = rows;
  return first ? rows.reduce((sum, row) => sum + row.score * row.count, 0) / first.of : null;
}

function describeOverlap({ rows }: FigureData<DimensionScoreRow>): string {
  const [pass, fail] = VERDICTS.map((verdict) => rows.filter((row) => row.verdict === verdict)) as [
    DimensionScoreRow[],
    DimensionScoreRow[],
  ];
  const of = (some: readonly DimensionScoreRow[]) => `${decimal(meanOf(some))} (n = ${count(some[0]!.of)})`;
  if (rows.length === 0) return "No answer has both a verdict and dimension scores.";
  if (pass.length === 0) return `No answer passes; failing ones have a mean dimension score of ${of(fail)}.`;
  if (fail.length === 0) return `No answer fails; passing ones have a mean dimension score of ${of(pass)}.`;
  const lowest = pass[0]!.score;
  const above = fail.filter((row) => row.score >= lowest).reduce((sum, row) => sum + row.count, 0);
  return `Passing answers have a mean dimension score of ${of(pass)}, failing ones ${of(fail)}; ${percent(above / fail[0]!.of)} of these reach the lowest that passes, ${decimal(lowest)}.`;
}

function drawScores({ rows }: FigureData<DimensionScoreRow>, options: ChartOptions): ChartSpec {
  const { found, invented } = options.theme;
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict);
  const bars = rows.map((row) => ({
    ...{ ...row, from: row.score - 0.11, to: row.score + 0.11, mean: meanOf(of(row.verdict))! },
  }));
  const values = VERDICTS.filter((verdict) => of(verdict).length > 0);
  return columnPanels({
    ...{ rows: bars, options, from: "from", to: "to", line: "mean" },
    panels: { field: "verdict", values, label: (verdict) => `${verdict} (n = ${count(of(verdict)[0]?.of)})` },
    across: { title: "mean dimension score", domain: [0.875, 5.125], exact: true, ticks: [1, 2, 3, 4, 5], bare: true },
    up: {
      field: "share",
      title: "share of answers",
      domain: [0, Math.max(...rows.map(({ share }) => share))],
      percent: true,
    },
    colors: { pass: found, fail: invented },
    tooltip: ["score", "count", "share"],
  });
}
