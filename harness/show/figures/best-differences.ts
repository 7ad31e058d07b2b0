import { countOf } from "../../../base/counts.ts";
import { metricLabel, sampleSize } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { isTested } from "../../results/analyses/significant-pairs.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { configurationsByName } from "./configurations.ts";
import { valued } from "./flat.ts";
import { differenceText, FOREST, type ForestRow, forestRow, noDifference } from "./forest.ts";

const METRIC = "ndcg@10";

export const bestDifferences: Figure<ForestRow, null> = {
  name: "best-differences-ndcg10",
  title: "Differences to the configuration with the highest NDCG@10",
  definition:
    "The configuration with the highest mean against every other: difference per scenario, with its 95 % interval (over scenarios, inverting the test), smallest difference first. Filled: significant at 5 % by a paired test of the mean over scenarios, Holm-corrected over all pairs of configurations. The best configuration was selected after seeing the results: p is corrected for all pairs that could have been drawn, intervals are per pair, and the lead is slightly overestimated.",
  ...FOREST,
  read: (results) => ({ rows: rowsAgainstBest(results), facts: null }),
  caption: describeLead,
  flat: ({ rows }) => noDifference(rows),
  behind: { metric: METRIC, has: "value" },
};

function rowsAgainstBest({ summary, differences, rankings }: Results): ForestRow[] {
  const labels = configurationsByName(summary);
  const family = rankings.find(({ metric }) => metric === METRIC)?.pairs.filter(isTested).length ?? 0;
  const own = differences.find(({ metric }) => metric === METRIC)?.best ?? [];
  return own.map((one) => {
    const [first, second] = [one.first, one.second].map((name) => labels.get(name)?.configuration ?? name) as [
      string,
      string,
    ];
    return forestRow(METRIC, one, {
      first,
      second,
      pair: second,
      factor: "configuration",
      family,
      sides: `${one.first},${one.second}`,
    });
  });
}

function describeLead({ rows }: FigureData<ForestRow>): string {
  const known = valued(rows, "difference");
  const [nearest] = known;
  if (!nearest) return "No two configurations have scores on the same scenarios.";
  const significant = known.filter((row) => row.significant);
  const [first] = significant;
  const label = metricLabel(METRIC);
  const others = countOf(known.length, "other");
  return first
    ? `${nearest.first} is told apart from ${significant.length} of ${others} by ${label}, nearest ${first.second}: ${differenceText(first)}.`
    : `By ${label} ${nearest.first}, of the highest mean observed, can be told apart from none of ${others} (paired tests, Holm over ${countOf(nearest.family, "pair")}, ${sampleSize(known.map(({ n }) => n))}).`;
}
