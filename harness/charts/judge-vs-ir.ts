import type { TopLevelSpec } from "vega-lite";
import { executionName } from "../domain/names.ts";
import type { Correlation } from "../domain/summary.ts";
import { hrefChannel, modelColor, workflowShape } from "./encode.ts";
import { facetGrid } from "./facet-grid.ts";
import type { ChartOptions, Figure, FigureData, FigureRow } from "./figure.ts";
import { count, decimal, metricLabel, pValue } from "./format.ts";
import { frame } from "./frame.ts";
import { COMPOSITE } from "./names.ts";
import type { Results } from "./results.ts";

const METRICS = ["ndcg@5", "ndcg@10", "mrr@10", "recall@10"];

export interface JudgeIrRow extends FigureRow {
  execution: string;
  model: string;
  workflow: string;
  knowledge: string;
  complexity: string;
  metric: string;
  ir: number;
  composite: number;
}

/** Correlation of the judge's composite with each metric. */
export type JudgeIrFacts = Record<string, Correlation>;

export const judgeVsIr: Figure<JudgeIrRow, JudgeIrFacts> = {
  name: "judge-vs-ir",
  title: "The judge's composite against retrieval metrics",
  definition:
    "One mark per answered execution of an answerable scenario with a primary verdict: the judge's overall score against the metric. rho: Spearman's rank correlation with ties; p two-sided, taking executions for independent; n: executions.",
  columns: [
    { key: "execution", label: "execution", format: "text" },
    { key: "complexity", label: "complexity", format: "text" },
    { key: "metric", label: "metric", format: "text" },
    { key: "ir", label: "value", format: "decimal" },
    { key: "composite", label: "judge's composite", format: "decimal" },
  ],
  read: readJudgeIr,
  caption: describeCorrelations,
  spec: judgeIrSpec,
  target: ({ execution }) => ({ id: execution }),
};

function readJudgeIr({ scores, judge }: Results): FigureData<JudgeIrRow, JudgeIrFacts> {
  const rows = METRICS.flatMap((metric) =>
    scores.flatMap((record): JudgeIrRow[] => {
      const ir = record.scores[metric]?.value ?? null;
      const composite = record.scores[COMPOSITE]?.value ?? null;
      if (record.outcome !== "success" || ir === null || composite === null) return [];
      const { model, workflow, knowledge, complexity } = record;
      return [{ execution: executionName(record), model, workflow, knowledge, complexity, metric, ir, composite }];
    }),
  );
  const known = judge.judgeIr.filter((entry) => entry.judge === "overall_score" && METRICS.includes(entry.metric));
  return { rows, facts: Object.fromEntries(known.map(({ metric, correlation }) => [metric, correlation])) };
}

function describeCorrelations({ facts }: FigureData<JudgeIrRow, JudgeIrFacts>): string {
  const known = METRICS.filter((metric) => facts[metric]?.rho != null);
  if (known.length === 0) return "No correlation can be computed: too few executions have both numbers.";
  const sorted = [...known].sort((a, b) => facts[b]!.rho! - facts[a]!.rho!);
  const first = sorted[0]!;
  const last = sorted.at(-1)!;
  const of = (metric: string) =>
    `${metricLabel(metric)} (rho = ${decimal(facts[metric]!.rho)}, ${pValue(facts[metric]!.p)})`;
  const strength = strengthOf(facts[first]!.rho!);
  const rest = first === last ? "" : ` and least with ${of(last)}`;
  return `The composite agrees most with ${of(first)}${rest}, n = ${facts[first]!.n}: ${strength}.`;
}

/** Plain words for a rank correlation (Schober and others, Anesthesia & Analgesia 126, 2018). */
function strengthOf(rho: number): string {
  const size = Math.abs(rho);
  const word =
    size < 0.1 ? "negligible" : size < 0.4 ? "weak" : size < 0.7 ? "moderate" : size < 0.9 ? "strong" : "very strong";
  return rho < 0 && size >= 0.1 ? `a ${word} correlation, and in the opposite direction` : `a ${word} correlation`;
}

function judgeIrSpec({ rows, facts }: FigureData<JudgeIrRow, JudgeIrFacts>, options: ChartOptions): TopLevelSpec {
  const scale = { domain: [0, 1] };
  const label = (metric: string) => {
    const { rho = null, p = null, n = 0 } = facts[metric] ?? {};
    return `${metricLabel(metric)} · rho ${decimal(rho)}, ${pValue(p)}, n = ${count(n)}`;
  };
  const position = {
    x: { field: "ir", type: "quantitative", title: null, scale },
    y: { field: "composite", type: "quantitative", title: "judge's composite", scale },
  };
  const color = modelColor(options);
  const tooltip = [{ field: "execution" }, { field: "ir", format: ".3f" }, { field: "composite", format: ".3f" }];
  const mark = { type: "point", size: 30, filled: true, opacity: 0.55 };
  return {
    ...frame({ target: judgeVsIr.target! }, rows, options),
    ...facetGrid({ field: "metric", values: METRICS, options, height: 230, label, minimumWidth: 290 }, [
      {
        mark,
        encoding: {
          ...position,
          color,
          shape: workflowShape,
          tooltip,
          ...hrefChannel(options),
        },
      },
    ]),
  } as TopLevelSpec;
}
