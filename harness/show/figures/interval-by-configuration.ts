import { decimal, metricLabel, sampleSize, withInterval } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { intervalRows } from "../drawing/charts/interval.ts";
import { type Reference, references } from "../drawing/charts/reference-lines.ts";
import { columnsOf, limits } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { highestOf } from "./extremes.ts";
import { areEqual, valued } from "./flat.ts";
import { type Lead, leadOf, leadText } from "./lead.ts";
import { tellLeftOut } from "./left-out.ts";

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

export const ndcgByConfiguration = makeIntervalFigure({
  name: "ndcg10-by-configuration",
  metric: "ndcg@10",
  title: "NDCG@10 by configuration",
  definition:
    "Mean NDCG@10 of the recommended ids against the expected ids (binary relevance, gain 2^r - 1) over executions of answerable scenarios; an execution without an answer counts as 0, a missing one is unscored. Bars: 95 % interval, over scenarios. Order: highest mean first. Dashed lines: rankers without a language model; dotted: given the ground truth, so upper bounds.",
});

export const mrrByConfiguration = makeIntervalFigure({
  name: "mrr10-by-configuration",
  metric: "mrr@10",
  title: "MRR@10 by configuration",
  definition:
    "Mean reciprocal rank of the first expected id among the first ten recommended (0 when none is there) over executions of answerable scenarios. Bars: 95 % interval, over scenarios. Order: highest mean first. Dashed lines: rankers without a language model; dotted: given the ground truth, so upper bounds.",
});

/** A figure of one metric's mean per configuration with its 95 % interval, best first; dashed lines are rankers without a model. */
function makeIntervalFigure(options: {
  name: string;
  metric: string;
  title: string;
  definition: string;
}): Figure<IntervalRow, IntervalFacts> {
  const { metric } = options;
  const label = metricLabel(metric);
  return {
    ...options,
    columns: columnsOf({
      configuration: "text",
      mean: ["decimal", label],
      ...limits("decimal"),
      n: "count",
      unscored: "count",
    }),
    read: (results) => readIntervals(results, metric),
    caption: (data) => intervalCaption(data, label),
    details: ({ rows }) => tellLeftOut(rows, valued(rows, "mean")),
    // Rankers without a model are something to hold even equal configurations against.
    flat: ({ rows, facts }) => (facts.references.length > 0 ? null : sameForAll(valued(rows, "mean"), label)),
    marks: ({ rows }) => valued(rows, "mean").length,
    spec: ({ rows, facts }, options) => {
      const title = options.whole ? label : `${label}, mean and 95 % interval`;
      return intervalRows({
        rows: valued(rows, "mean"),
        options,
        value: { field: "mean", title, domain: [0, 1] },
        ...{ interval: ["low", "high"], written: ".2f" },
        // Lines with their names take more room than a panel's rows; the table has them.
        lines: options.whole ? [] : facts.references,
        tooltip: ["configuration", "mean", "low", "high", "n", "unscored"],
      });
    },
    target: (row) => ({ ...configurationTarget(row), metric, has: "value" }),
    panels: "rows",
    behind: { metric: metric, has: "value" },
  };
}

function readIntervals(results: Results, metric: string): Data {
  const rows = configurationMeans(results, metric);
  const ranking = results.rankings.find((one) => one.metric === metric);
  const lead = ranking && rows[0] ? leadOf(ranking, rows[0].name) : null;
  return { rows, facts: { references: references(results, metric), lead } };
}

/** One row per configuration, highest mean first, unscored last. */
export function configurationMeans({ summary }: Pick<Results, "summary">, metric: string): IntervalRow[] {
  return summary.configurations
    .map((one) => {
      const { mean = null, low = null, high = null, n = 0, unscored = 0 } = one.metrics[metric] ?? {};
      return { ...configurationRow(one), mean, low, high, n, unscored };
    })
    .sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

/** Intervals that overlap are no test: what can be told apart is said by the corrected tests of pairs. */
function intervalCaption({ rows, facts: { lead } }: Data, label: string): string {
  const scored = valued(rows, "mean");
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
