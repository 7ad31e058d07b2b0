import type { TopLevelSpec } from "vega-lite";
import { grouped } from "../../base/grouped.ts";
import type { PairedTest } from "../analyses/paired-values.ts";
import { pairsOf } from "../analyses/significant-pairs.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { labelExpression, levelsIn, modelColor, modelsIn } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import { knowledgeLabel, percent, pValue, workflowLabel } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import type { ChartOptions, Figure, FigureData, Target } from "./figure.ts";
import { type IntervalRow, intervalRows, scoredRows } from "./interval-by-configuration.ts";
import { FUNCTIONAL, JUDGE, type PassVerdict } from "./pass-verdict.ts";

export const passRateFacets = makeFacets(FUNCTIONAL);
export const judgePassRateFacets = makeFacets(JUDGE);

function makeFacets({ metric, rate, ...verdict }: PassVerdict): Figure<IntervalRow, readonly PairedTest[]> {
  const target = ({ model, workflow, knowledge }: IntervalRow): Target => ({
    ...{ model, workflow, knowledge, metric },
    has: "value",
  });
  return {
    name: verdict.named("pass-rate-facets"),
    title: verdict.titled("Pass rate by model, workflow and knowledge mode"),
    definition: `Share of executions that ${verdict.rule}. Bars: 95 % interval over scenarios.`,
    columns: [
      { key: "configuration", label: "configuration", format: "text" },
      { key: "mean", label: rate, format: "percent" },
      { key: "low", label: "95 % from", format: "percent" },
      { key: "high", label: "to", format: "percent" },
      { key: "n", label: "n", format: "count" },
      { key: "unscored", label: "unscored", format: "count" },
    ],
    read: (results) => ({
      rows: intervalRows(results, metric),
      facts: results.rankings.find((ranking) => ranking.metric === metric)?.pairs ?? [],
    }),
    caption: describeKnowledge,
    marks: ({ rows }) => scoredRows(rows).length,
    spec: ({ rows }, options) => passSpec(rows, { options, rate, target }),
    target,
    behind: { metric, has: "value" },
  };
}

/** The widest observed difference of two knowledge modes within a model and workflow, with the test that allows for choosing it. */
function describeKnowledge({ rows, facts }: FigureData<IntervalRow, readonly PairedTest[]>): string {
  const scored = scoredRows(rows);
  const groups = grouped(scored, (row) => `${row.model} under ${workflowLabel(row.workflow)}`);
  const spreads = [...groups].map(([name, members]) => {
    const sorted = [...members].sort((a, b) => b.mean! - a.mean!);
    return { name, best: sorted[0]!, worst: sorted.at(-1)!, spread: sorted[0]!.mean! - sorted.at(-1)!.mean! };
  });
  const [widest] = spreads.sort((a, b) => b.spread - a.spread);
  if (!widest) return "No execution has a verdict.";
  const { name, best, worst, spread } = widest;
  const tested = pairsOf({ pairs: facts }, best.name).find(({ second }) => second === worst.name);
  const test = tested ? `${pValue(tested.holm_p)}, Holm over all pairs of configurations` : "not tested";
  const modes = `${knowledgeLabel(best.knowledge)} ${percent(best.mean)}, ${knowledgeLabel(worst.knowledge)} ${percent(worst.mean)}`;
  if (best === worst) return `${best.configuration} passes ${percent(best.mean)} of its executions (n = ${best.n}).`;
  return `The widest observed difference between knowledge modes is that of ${name}: ${modes}, ${(spread * 100).toFixed(1)} points apart (n = ${best.n} and ${worst.n}; ${test}).`;
}

function passSpec(
  rows: readonly IntervalRow[],
  { options, rate, target }: { options: ChartOptions; rate: string; target: (row: IntervalRow) => Target },
): TopLevelSpec {
  const models = modelsIn(rows, options);
  const modes = levelsIn(rows, "knowledge");
  const x = {
    field: "knowledge",
    type: "ordinal",
    title: null,
    sort: modes,
    axis: { labelAngle: 0, labelExpr: labelExpression(modes, knowledgeLabel) },
  };
  const xOffset = { field: "workflow", type: "nominal", sort: levelsIn(rows, "workflow") };
  const scale = { domain: [0, 1] };
  const y = { field: "mean", type: "quantitative", title: `${rate}, 95 % interval`, scale, axis: { format: ".0%" } };
  const bar = {
    x,
    xOffset,
    y: { ...y, field: "low" },
    y2: { field: "high" },
    color: modelColor(options, modelsIn(rows, options)),
  };
  const tooltip = [{ field: "configuration" }, { field: "mean", title: rate, format: ".1%" }, { field: "n" }];
  return {
    ...frame({ target }, rows, options),
    ...facetGrid({ field: "model", values: models, options, height: 220, minimumWidth: 180 }, [
      { mark: { type: "rule", strokeWidth: 2 }, encoding: bar },
      ...configurationMarks({ x, xOffset, y }, options, { rows, legends: true, size: 80, tooltip }),
    ]),
  } as TopLevelSpec;
}
