import { countOf } from "../../../base/counts.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import type { Complexity } from "../../../scenarios/set/schema.ts";
import { correctedP, count, decimal, metricLabel, pValue } from "../../print/format.ts";
import { executionName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Correlation } from "../../results/analyses/judge/judge-ir.ts";
import { THINNED, thinned } from "../../results/analyses/judge/thin.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { levelPlaces } from "../drawing/charts/scatter.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { type Place, placesOf } from "../drawing/places.ts";
import { isNarrow } from "../drawing/theme.ts";
import { areEqual } from "./flat.ts";
import { COMPOSITE } from "./names.ts";

const METRICS = ["ndcg@5", "ndcg@10", "mrr@10", "recall@10"] as const;
const COMPLEXITIES = ["single_hop", "multi_hop", "reasoning"] satisfies Complexity[];

export interface JudgeIrRow extends FigureRow {
  execution: string;
  complexity: string;
  composite: number;
}

/** Correlation of the judge's composite with each metric. */
export type JudgeIrFacts = Record<string, Correlation>;

const BEHIND: Target = {
  ...{ answerable: "true", outcome: "success" },
  ...{ metric: ["overall_score", ...METRICS].join(","), has: "value" },
};

export const judgeVsIr: Figure<JudgeIrRow, JudgeIrFacts> = {
  name: "judge-vs-ir",
  title: "The judge's composite against retrieval metrics",
  definition: `Answered executions of answerable scenarios with a primary verdict: the judge's overall score against the metric; larger marks stand for more answers. rho: Spearman's rank correlation with ties; p two-sided, cluster-robust (CR2, Satterthwaite) over scenarios; naive p: the study's, which treats executions as independent; n: executions. ${THINNED}`,
  columns: columnsOf({
    execution: "text",
    complexity: "text",
    composite: ["decimal", "judge's composite"],
    ...Object.fromEntries(METRICS.map((metric) => [metric, ["decimal", metricLabel(metric)] as const])),
  }),
  read: readJudgeIr,
  caption: describeCorrelations,
  details: describeNaive,
  flat: (data) => (data.rows.length === 1 ? describeCorrelations(data) : whatDoesNotVary(data.rows)),
  marks: ({ rows }) => judgeIrPlaces(rows).length,
  spec: drawCorrelations,
  target: ({ execution }) => ({ id: execution }),
  behind: BEHIND,
};

function readJudgeIr({ scores, judge }: Results): FigureData<JudgeIrRow, JudgeIrFacts> {
  const rows = scores.flatMap((record): JudgeIrRow[] => {
    const composite = findScore(record, COMPOSITE)?.value ?? null;
    const values = METRICS.flatMap((metric) => findScore(record, metric)?.value ?? []);
    if (record.outcome !== "success" || composite === null || values.length < METRICS.length) return [];
    const metrics = Object.fromEntries(METRICS.map((metric, index) => [metric, values[index]!]));
    return [{ execution: executionName(record), complexity: record.complexity, composite, ...metrics }];
  });
  const known = judge.judge_ir.filter((entry) => entry.judge === "overall_score");
  const facts = Object.fromEntries(known.map(({ metric, correlation }) => [metric, correlation]));
  return { rows: thinned(rows, ({ execution }) => execution), facts };
}

function describeCorrelations({ facts }: FigureData<JudgeIrRow, JudgeIrFacts>): string {
  const known = METRICS.filter((metric) => facts[metric]?.rho != null).sort((a, b) => facts[b]!.rho! - facts[a]!.rho!);
  const [highest, last] = [known[0], known.at(-1)];
  if (!highest || !last) return "No correlation can be computed: too few executions have both numbers.";
  // Over all that the sentence could have named.
  const ps = holm(known.map((metric) => facts[metric]!.p));
  const tested = countOf(ps.filter((p) => p !== null).length, "metric");
  const test = (metric: (typeof METRICS)[number]) => {
    const { rho, n } = facts[metric]!;
    return `rho = ${decimal(rho)}, ${correctedP(ps[known.indexOf(metric)] ?? null, tested)}, n = ${count(n)}`;
  };
  const shown = known.find((_, at) => (ps[at] ?? 1) < 0.05);
  if (!shown)
    return `No correlation of the judge's composite with a retrieval metric is shown; highest observed: ${metricLabel(highest)} (${test(highest)}).`;
  const { rho } = facts[shown]!;
  const least =
    facts[last]!.rho === rho ? "" : `, lowest observed of ${metricLabel(last)} (${decimal(facts[last]!.rho)})`;
  return `The judge's composite has ${strengthOf(rho!)} with ${metricLabel(shown)} (${test(shown)})${least}.`;
}

function describeNaive({ facts }: FigureData<JudgeIrRow, JudgeIrFacts>): string {
  const known = METRICS.filter((metric) => facts[metric]?.rho != null);
  return known.map((metric) => `${metricLabel(metric)}: naive ${pValue(facts[metric]!.naive_p)}.`).join(" ");
}

/** A mark where nothing can follow anything shows no more than a sentence. */
function whatDoesNotVary(rows: readonly JudgeIrRow[]): string | null {
  const [composites, metrics] = [
    areEqual(rows, ({ composite }) => composite),
    areEqual(rows, (row) => METRICS.map((metric) => row[metric])),
  ];
  if (!composites && !metrics) return null;
  const same = [
    ...(composites ? [`the composite ${decimal(rows[0]!.composite)}`] : []),
    ...(metrics ? ["the same value of each metric"] : []),
  ];
  return `No correlation can be computed: every answer has ${same.join(" and ")} (n = ${count(rows.length)}).`;
}

/** Plain words for a rank correlation (Schober and others, Anesthesia & Analgesia 126, 2018). */
function strengthOf(rho: number): string {
  const size = Math.abs(rho);
  const word =
    size < 0.1 ? "negligible" : size < 0.4 ? "weak" : size < 0.7 ? "moderate" : size < 0.9 ? "strong" : "very strong";
  return rho < 0 && size >= 0.1 ? `a ${word} correlation, in the opposite direction,` : `a ${word} correlation`;
}

/** One mark a place and panel. */
function judgeIrPlaces(rows: readonly JudgeIrRow[]): Place<FigureRow>[] {
  return METRICS.flatMap((metric) =>
    placesOf(
      rows.map(({ execution, complexity, composite, [metric]: ir = null }) => ({
        execution,
        complexity,
        composite,
        ir,
        metric,
      })),
      ({ execution: _, ...place }) => place,
    ),
  );
}

/** An execution that stands alone, or those of its complexity. */
function placeTarget({ execution, complexity, count: of }: FigureRow): Target {
  return of === 1 ? { id: String(execution) } : { ...BEHIND, complexity: String(complexity) };
}

function drawCorrelations({ rows, facts }: FigureData<JudgeIrRow, JudgeIrFacts>, options: ChartOptions): ChartSpec {
  const label = (metric: string) => {
    const { rho = null, p = null } = facts[metric] ?? {};
    return `${metricLabel(metric)}: rho ${decimal(rho)}${isNarrow(options) ? "" : `, ${pValue(p)}`}`;
  };
  return levelPlaces({
    ...{ rows: judgeIrPlaces(rows), options: { ...options, target: placeTarget }, counted: "answers", opacity: 0.6 },
    panels: { field: "metric", values: METRICS, label, minimumWidth: 170 },
    height: 190,
    x: { field: "ir", title: null, domain: [0, 1], ticks: 3 },
    y: { field: "composite", title: "judge's composite", domain: [0, 1] },
    levels: { field: "complexity", values: COMPLEXITIES },
    tooltip: [...columnsOf({ count: ["count", "answers"], ir: ["decimal", "metric"] }), "composite"],
  });
}
