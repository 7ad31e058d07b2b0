import { countOf } from "../../../base/counts.ts";
import { metricLabel, withSigns } from "../../print/format.ts";
import type { Differences } from "../../results/analyses/differences.ts";
import type { FactorEffects } from "../../results/analyses/factors.ts";
import { isTested } from "../../results/analyses/significant-pairs.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { levelLabel, levelsLabel, selectLevels } from "./factor-level.ts";
import { valued } from "./flat.ts";
import { differenceText, FOREST, type ForestRow, forestRow, noDifference } from "./forest.ts";

const METRICS = ["ndcg@10", "pass"];

export const factorDifferences: Figure<ForestRow, null> = {
  name: "factor-differences",
  title: "Differences between the levels of factors",
  definition:
    "Every pair of levels of one factor, means over the other factors: difference per scenario, with its 95 % interval (over scenarios, inverting the test). Filled: significant at 5 % by a paired test of the mean over scenarios, Holm-corrected over all pairs of a metric. To the right of the line the first of the pair is higher.",
  ...FOREST,
  read: ({ differences, factors }) => ({
    rows: METRICS.flatMap((metric) =>
      differences.filter((one) => one.metric === metric).flatMap((one) => pairRows(one, factors)),
    ),
    facts: null,
  }),
  caption: describeLargest,
  flat: ({ rows }) => noDifference(rows),
  behind: { metric: METRICS.join(","), has: "value" },
};

function pairRows({ metric, factors }: Differences, effects: readonly FactorEffects[]): ForestRow[] {
  const known = effects.find((one) => one.metric === metric)?.factors ?? [];
  const family = known.flatMap(({ pairs }) => pairs.filter(isTested)).length;
  return factors.map((one) => {
    const [first, second] = [one.first, one.second].map((level) => levelLabel(one.factor, level)) as [string, string];
    const levels = known.find(({ factor }) => factor === one.factor)?.levels ?? [];
    return forestRow(metric, one, {
      first,
      second,
      ...{ pair: levelsLabel(one.factor, one.first, one.second), family },
      ...selectLevels(one.factor, [one.first, one.second], { levels, configurations: one.configurations }),
    });
  });
}

function describeLargest({ rows }: FigureData<ForestRow>): string {
  const known = valued(rows, "difference");
  if (known.length === 0) return "No two levels of a factor have scores on the same scenarios.";
  const [widest] = [...known].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  const counts = METRICS.flatMap((metric) => {
    const own = known.filter((row) => row.metric === metric);
    return own.length === 0 ? [] : [{ metric, of: own.length, told: own.filter((row) => row.significant).length }];
  });
  const head = counts.every(({ told }) => told === 0)
    ? `No two levels of a factor can be told apart by ${counts.map(({ metric }) => metricLabel(metric)).join(" or ")}`
    : `Told apart: ${counts.map(({ metric, of, told }) => `${told} of ${countOf(of, "pair")} by ${metricLabel(metric)}`).join(", ")}`;
  return `${head}; widest observed: ${withSigns(widest!.pair)}, ${metricLabel(widest!.metric)} ${differenceText(widest!)}.`;
}
