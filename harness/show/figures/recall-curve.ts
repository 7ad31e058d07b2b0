import { metricLabel, percent, sampleSize } from "../../print/format.ts";
import { type Configuration, configurationName } from "../../record/domain/names.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { intervalPanels } from "../drawing/charts/interval.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { highestOf } from "./extremes.ts";
import { areEqual, valued } from "./flat.ts";
import { type Lead, leadOf, leadText } from "./lead.ts";
import { tellLeftOut } from "./left-out.ts";

const CUTOFFS = [1, 5, 10];
const LAST = "recall@10";

export interface RecallRow extends ConfigurationRow {
  /** Place among the configurations of one model. */
  variant: string;
  k: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export const recallCurve: Figure<RecallRow, Lead | null> = {
  name: "recall-curve",
  title: "Recall at 1, 5 and 10",
  definition:
    "Mean share of a scenario's expected ids among the first k recommended, over executions of answerable scenarios. Bars: 95 % interval, over scenarios. A scenario with more than k expected ids cannot reach 1 at k.",
  columns: columnsOf({
    configuration: "text",
    k: "count",
    mean: ["decimal", "recall"],
    ...limits("decimal"),
    n: "count",
  }),
  read: readRecall,
  caption: describeRecall,
  details: ({ rows }) => tellLeftOut(rows, valued(rows, "mean")),
  flat: ({ rows }) =>
    areEqual(rows, ({ mean }) => mean)
      ? `Recall is ${percent(rows[0]!.mean)} after one, five and ten ids under every configuration (${sampleSize(rows.map(({ n }) => n))}).`
      : null,
  marks: ({ rows }) => valued(rows, "mean").length,
  spec: ({ rows }, options) =>
    intervalPanels({
      ...{ rows: valued(rows, "mean"), options, interval: ["low", "high"], place: "variant" },
      across: { field: "k", title: options.whole ? "first k" : "first k recommended" },
      value: { field: "mean", title: "recall", domain: [0, 1] },
      ...{ height: 240, size: 50, line: { strokeWidth: 1.5, opacity: 0.5 } },
      tooltip: ["configuration", "mean", "n"],
    }),
  target: targetOf,
  panels: "marks",
  behind: { metric: "recall@1,recall@5,recall@10", has: "value" },
};

function readRecall({ summary, rankings }: Results): FigureData<RecallRow, Lead | null> {
  const rows = summary.configurations.flatMap(rowsOf);
  const ranking = rankings.find(({ metric }) => metric === LAST);
  const [best] = atLast(rows);
  return { rows, facts: ranking && best ? leadOf(ranking, configurationName(best as Configuration)) : null };
}

function rowsOf(summary: Results["summary"]["configurations"][number]): RecallRow[] {
  const { workflow, knowledge, metrics } = summary;
  return CUTOFFS.map((k) => {
    const { mean = null, low = null, high = null, n = 0 } = metrics[`recall@${k}`] ?? {};
    const variant = `${workflow} ${knowledge}`;
    return { ...configurationRow(summary), variant, k, mean, low, high, n };
  });
}

function describeRecall({ rows, facts: lead }: FigureData<RecallRow, Lead | null>): string {
  const [best, ...others] = atLast(rows);
  if (!best) return "No execution has a recall score.";
  const value = percent(best.mean);
  if (others.length === 0)
    return `${best.configuration} finds ${value} of the expected ids within ten (n = ${best.n}).`;
  const who = highestOf(atLast(rows), ({ mean }) => mean!).map(({ configuration }) => configuration);
  return leadText({ lead, who, label: metricLabel(LAST), value });
}

/** Highest first. */
function atLast(rows: readonly RecallRow[]): RecallRow[] {
  return rows.filter((row) => `recall@${row.k}` === LAST && row.mean !== null).sort((a, b) => b.mean! - a.mean!);
}

function targetOf(row: RecallRow): Target {
  return { ...configurationTarget(row), metric: `recall@${row.k}`, has: "value" };
}
