import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../base/counts.ts";
import type { Results } from "../analyses/results.ts";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { configurationMarks } from "../drawing/configuration-marks.ts";
import { FIT, ticksAt } from "../drawing/encode.ts";
import { decimal, pValue } from "../drawing/format.ts";
import { frame } from "../drawing/frame.ts";
import { rowHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationsByName, configurationTarget } from "./configurations.ts";
import type { ChartOptions, Figure, FigureData } from "./figure.ts";

const METRIC = "ndcg@10";

export interface RankRow extends ConfigurationRow {
  rank: number;
}

/** Null where Friedman's test has no values: fewer than two configurations or scenarios. */
export type RankFacts = { critical_difference: number; scenarios: number; p: number; groups: Group[] } | null;
type Data = FigureData<RankRow, RankFacts>;

/** Rows, first and last, that lie within one critical difference. */
interface Group {
  first: number;
  last: number;
}

export const criticalDifference: Figure<RankRow, RankFacts> = {
  name: "critical-difference-ndcg10",
  title: "Mean ranks by NDCG@10, and which do not differ significantly",
  definition:
    "Each scenario ranks the configurations by NDCG@10 (1 is best, ties share the mean of their ranks); marks are mean ranks over scenarios in which all have a value. A bar on the right joins configurations whose mean ranks lie within one critical difference (Nemenyi's test after Friedman's, 5 %; Demšar, JMLR 7, 2006): they do not differ significantly.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "rank", label: "mean rank", format: "decimal" },
  ],
  read: readRanks,
  caption: describeRanks,
  marks: ({ rows }) => rows.length,
  spec: rankSpec,
  target: (row) => ({ ...configurationTarget(row), metric: METRIC, has: "value" }),
  behind: { metric: METRIC, has: "value", paired: "configuration" },
};

function readRanks({ summary, rankings }: Results): Data {
  const found = rankings.find(({ metric }) => metric === METRIC)?.mean_ranks;
  if (!found) return { rows: [], facts: null };
  const labels = configurationsByName(summary);
  const rows = found.ranks
    .flatMap(({ configuration, rank }) => ({ ...labels.get(configuration)!, rank }))
    .sort((a, b) => a.rank - b.rank);
  const { critical_difference: width, scenarios, p } = found;
  return { rows, facts: { critical_difference: width, scenarios, p, groups: groupsWithin(rows, width) } };
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
  const tied = rows.filter((row) => row !== best && row.rank - best.rank <= facts.critical_difference).length;
  const significant = rows.length - 1 - tied;
  const friedman = `Friedman's test over ${countOf(facts.scenarios, "scenario")}: ${pValue(facts.p)}`;
  const others = `${tied} of the other ${rows.length - 1} lie within it and do not differ significantly from it, ${significant} do`;
  return `${best.configuration} has the best observed mean rank, ${decimal(best.rank)} of ${rows.length}; the critical difference is ${decimal(facts.critical_difference)}, and ${others}. ${friedman}.`;
}

function rankSpec({ rows, facts }: Data, options: ChartOptions): TopLevelSpec {
  const { theme } = options;
  const groups = facts?.groups ?? [];
  // Bars stand beside the last rank, a fixed step apart, on the same scale.
  const step = 0.028 * rows.length;
  const right = rows.length + 0.5;
  const domain = [0.5, right + (groups.length + 1) * step];
  const values = rows.map((_, index) => index + 1).filter((rank) => rows.length < 10 || rank % 2 === 1);
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
        encoding: { x: { ...x, field: "start" }, x2: { field: "end" }, y: { value: { expr: "height + 10" } } },
      },
      {
        data: { values: [ruler] },
        mark: { type: "text", align: "left", dx: 8, color: theme.muted },
        encoding: { x: { ...x, field: "end" }, y: { value: { expr: "height + 10" } }, text: { field: "text" } },
      },
    ],
  } as TopLevelSpec;
}
