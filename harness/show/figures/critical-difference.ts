import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { decimal, metricLabel, pValue } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { FIT, ticksAt } from "../drawing/encode.ts";
import type { ChartOptions, Figure, FigureData } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { fontSizeOf, rowHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationsByName, configurationTarget } from "./configurations.ts";
import { lowestOf } from "./extremes.ts";
import { areEqual } from "./flat.ts";
import { type Lead, leadOf, leadText } from "./lead.ts";

const METRIC = "ndcg@10";

export interface RankRow extends ConfigurationRow {
  /** As records and tests name the configuration. */
  name: string;
  rank: number;
}

/** Null where Friedman's test has no values: fewer than two configurations or scenarios. */
export type RankFacts = {
  critical_difference: number;
  scenarios: number;
  p: number;
  groups: Group[];
  lead: Lead;
} | null;
type Data = FigureData<RankRow, RankFacts>;

/** Rows, first and last, that lie within one critical difference. */
interface Group {
  first: number;
  last: number;
}

export const criticalDifference: Figure<RankRow, RankFacts> = {
  name: "critical-difference-ndcg10",
  title: "Mean ranks by NDCG@10",
  definition:
    "Each scenario ranks the configurations by NDCG@10 (1 is best, ties share the mean of their ranks); marks are mean ranks over scenarios in which all have a value. A bar on the right joins configurations whose mean ranks lie within one critical difference (Nemenyi's test after Friedman's, 5 %; Demšar, JMLR 7, 2006). What can be told apart is said by the paired tests of means, corrected over all pairs: the sharper ones.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "rank", label: "mean rank", format: "decimal" },
  ],
  read: readRanks,
  caption: describeRanks,
  details: describeTest,
  flat: ({ rows, facts }) =>
    areEqual(rows, ({ rank }) => rank)
      ? `All ${rows.length} configurations share the mean rank ${decimal(rows[0]!.rank)} by NDCG@10 (n = ${facts!.scenarios}).`
      : null,
  marks: ({ rows }) => rows.length,
  spec: rankSpec,
  target: (row) => ({ ...configurationTarget(row), metric: METRIC, has: "value" }),
  behind: { metric: METRIC, has: "value", paired: "configuration" },
};

function readRanks({ summary, rankings }: Results): Data {
  const ranking = rankings.find(({ metric }) => metric === METRIC);
  const found = ranking?.mean_ranks;
  if (!ranking || !found) return { rows: [], facts: null };
  const labels = configurationsByName(summary);
  const rows = found.ranks
    .flatMap(({ configuration, rank }) => ({ ...labels.get(configuration)!, name: configuration, rank }))
    .sort((a, b) => a.rank - b.rank);
  const { critical_difference: width, scenarios, p } = found;
  return {
    rows,
    facts: {
      critical_difference: width,
      scenarios,
      p,
      groups: groupsWithin(rows, width),
      lead: leadOf(ranking, rows[0]!.name),
    },
  };
}

/** Maximal runs of neighbours within `width`, of two rows or more. Rows are in the order of their ranks. */
function groupsWithin(rows: readonly RankRow[], width: number): Group[] {
  const runs = rows.map(({ rank }, first) => ({
    first,
    last: rows.findLastIndex((other) => other.rank - rank <= width),
  }));
  return runs.filter(({ first, last }, index) => last > first && last > (runs[index - 1]?.last ?? -1));
}

function describeRanks({ rows, facts }: Data): string {
  const [best] = rows;
  if (!facts || !best) return "No mean ranks: they need two configurations with a value on the same two scenarios.";
  const value = `${decimal(best.rank)} of ${rows.length}`;
  const who = lowestOf(rows, ({ rank }) => rank).map(({ configuration }) => configuration);
  // The tests are of the metric's mean: of ranks there is Friedman's alone.
  return leadText({
    ...{ lead: facts.lead, who, extreme: "best", label: "mean rank by NDCG@10", value },
    tested: metricLabel(METRIC),
  });
}

function describeTest({ facts }: Data): string {
  if (!facts) return "";
  return `Critical difference ${decimal(facts.critical_difference)}; Friedman's test over ${countOf(facts.scenarios, "scenario")}: ${pValue(facts.p)}.`;
}

function rankSpec({ rows, facts }: Data, options: ChartOptions): TopLevelSpec {
  const { theme } = options;
  const groups = facts?.groups ?? [];
  // Bars stand beside the last rank, a fixed step apart, on the same scale.
  const step = 0.028 * rows.length;
  const right = rows.length + 0.5;
  const domain = [0.5, right + (groups.length + 1) * step];
  // At most ten labels: of many ranks the first and every fifth or tenth.
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => rows.length / step <= 10) ?? rows.length;
  const values = rows.map((_, index) => index + 1).filter((rank) => rank === 1 || rank % every === 0);
  const axis = { orient: "top", ...ticksAt(values), labelFlush: false };
  const x = {
    field: "rank",
    type: "quantitative",
    title: "mean rank (1 is best)",
    scale: { domain, nice: false },
    axis,
  };
  const bars = groups.map(({ first, last }, index) => ({
    from: rows[first]!.configuration,
    to: rows[last]!.configuration,
    at: right + (index + 1) * step,
  }));
  const ruler = {
    start: 1,
    end: 1 + (facts?.critical_difference ?? 0),
    text: `critical difference ${decimal(facts?.critical_difference)}`,
  };
  const y = configurationAxis(rows, options);
  const tooltip = [{ field: "configuration" }, { field: "rank", title: "mean rank", format: ".2f" }];
  return {
    ...frame({ target: criticalDifference.target! }, rows, options),
    width: options.width,
    height: rows.length * rowHeight(options),
    autosize: FIT,
    layer: [
      {
        data: { values: bars },
        mark: { type: "rule", strokeWidth: 4, strokeCap: "round", color: theme.none },
        encoding: { x: { ...x, field: "at" }, y: { ...y, field: "from" }, y2: { field: "to" } },
      },
      ...configurationMarks({ x, y }, options, { rows, tooltip }),
      {
        data: { values: [ruler] },
        mark: { type: "rule", strokeWidth: 2, color: theme.ink },
        encoding: { x: { ...x, field: "start" }, x2: { field: "end" }, y: { value: { expr: "height + 6" } } },
      },
      {
        data: { values: [ruler] },
        mark: { type: "text", align: "left", dy: fontSizeOf(options), color: theme.muted },
        encoding: { x: { ...x, field: "start" }, y: { value: { expr: "height + 6" } }, text: { field: "text" } },
      },
    ],
  } as TopLevelSpec;
}
