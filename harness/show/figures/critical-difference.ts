import { countOf } from "../../../base/counts.ts";
import { decimal, metricLabel, pValue } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { rankRows } from "../drawing/charts/interval.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { ChartOptions, ChartSpec, Figure, FigureData } from "../drawing/figure.ts";
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

/** Null where Friedman's test has no values: fewer than two configurations or scenarios, or no difference. */
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
  columns: columnsOf({ configuration: "text", rank: ["decimal", "mean rank"] }),
  read: readRanks,
  caption: describeRanks,
  details: describeTest,
  flat: ({ rows, facts }) =>
    areEqual(rows, ({ rank }) => rank)
      ? `All ${rows.length} configurations share the mean rank ${decimal(rows[0]!.rank)} by NDCG@10 (n = ${facts!.scenarios}).`
      : null,
  marks: ({ rows }) => rows.length,
  spec: drawRanks,
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
  if (!facts || !best)
    return "No mean ranks: they take two configurations that differ, and two scenarios for which all have a value.";
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

function drawRanks({ rows, facts }: Data, options: ChartOptions): ChartSpec {
  const { critical_difference: length = 0, groups = [] } = facts ?? {};
  const ruler = { length, text: `critical difference ${decimal(facts?.critical_difference)}` };
  const tooltip = ["configuration", "rank"];
  return rankRows({ rows, options, rank: "rank", title: "mean rank (1 is best)", groups, ruler, tooltip });
}
