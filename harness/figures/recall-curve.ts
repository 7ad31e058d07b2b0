import type { TopLevelSpec } from "vega-lite";
import type { Results } from "../analyses/results.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { modelColor, modelsIn } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import { configurationLabel, decimal, percent } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import type { ChartOptions, Figure, FigureRow, Target } from "./figure.ts";

const CUTOFFS = [1, 5, 10];

export interface RecallRow extends FigureRow {
  configuration: string;
  model: string;
  workflow: string;
  knowledge: string;
  /** Place among the configurations of one model. */
  variant: string;
  k: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export const recallCurve: Figure<RecallRow, null> = {
  name: "recall-curve",
  title: "Recall at 1, 5 and 10",
  definition:
    "Mean share of a scenario's expected ids among the first k recommended, over executions of answerable scenarios. Bars: 95 % interval, over scenarios. A scenario with more than k expected ids cannot reach 1 at k.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "k", label: "k", format: "count" },
    { key: "mean", label: "recall", format: "decimal" },
    { key: "low", label: "95 % from", format: "decimal" },
    { key: "high", label: "to", format: "decimal" },
    { key: "n", label: "n", format: "count" },
  ],
  read: ({ summary }) => ({ rows: summary.configurations.flatMap(rowsOf), facts: null }),
  caption: ({ rows }) => describeGrowth(rows),
  marks: ({ rows }) => rows.filter((row) => row.mean !== null).length,
  spec: ({ rows }, options) => recallSpec(rows, options),
  target: targetOf,
  behind: { metric: "recall@1,recall@5,recall@10", has: "value" },
};

function rowsOf(summary: Results["summary"]["configurations"][number]): RecallRow[] {
  const { model, workflow, knowledge, metrics } = summary;
  return CUTOFFS.map((k) => {
    const { mean = null, low = null, high = null, n = 0 } = metrics[`recall@${k}`] ?? {};
    const variant = `${workflow} ${knowledge}`;
    return { configuration: configurationLabel(summary), model, workflow, knowledge, variant, k, mean, low, high, n };
  });
}

/** Says who reaches most at the last cutoff and who gains most from reading further down the list. */
function describeGrowth(rows: readonly RecallRow[]): string {
  const last = CUTOFFS.at(-1);
  const scored = rows.filter((row) => row.k === last && row.mean !== null).sort((a, b) => b.mean! - a.mean!);
  const [best] = scored;
  if (!best) return "No execution has a recall score.";
  const at = (row: RecallRow, k: number) =>
    rows.find((other) => other.configuration === row.configuration && other.k === k)?.mean ?? null;
  const gains = scored
    .map((row) => ({ row, gain: row.mean! - (at(row, 1) ?? row.mean!) }))
    .sort((a, b) => b.gain - a.gain);
  const widest = gains[0]!;
  return `The highest observed share of expected ids found within ten is that of ${best.configuration}, ${percent(best.mean, 0)} (n = ${best.n}); the largest observed gain from the first to the tenth id that of ${widest.row.configuration}, ${decimal(widest.gain)}. Neither choice is tested.`;
}

function recallSpec(rows: readonly RecallRow[], options: ChartOptions): TopLevelSpec {
  const models = modelsIn(rows, options);
  const x = { field: "k", type: "ordinal", title: "first k recommended", axis: { labelAngle: 0 } };
  const xOffset = { field: "variant", type: "nominal", sort: [...new Set(rows.map((row) => row.variant))] };
  const y = { field: "mean", type: "quantitative", title: "recall, mean and 95 % interval", scale: { domain: [0, 1] } };
  const range = {
    x,
    xOffset,
    y: { ...y, field: "low" },
    y2: { field: "high" },
    color: modelColor(options, modelsIn(rows, options)),
  };
  const tooltip = [{ field: "configuration" }, { field: "mean", format: ".3f" }, { field: "n" }];
  return {
    ...frame({ target: targetOf }, rows, options),
    ...facetGrid({ field: "model", values: models, options, height: 240 }, [
      { mark: { type: "rule", strokeWidth: 1.5, opacity: 0.5 }, encoding: range },
      ...configurationMarks({ x, xOffset, y }, options, { rows, legends: true, size: 60, tooltip }),
    ]),
  } as TopLevelSpec;
}

function targetOf({ model, workflow, knowledge, k }: RecallRow): Target {
  return { model, workflow, knowledge, metric: `recall@${k}`, has: "value" };
}
