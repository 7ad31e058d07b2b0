import type { Differences } from "../analyses/differences.ts";
import { knowledgeLabel, metricLabel, workflowLabel } from "../drawing/format.ts";
import type { Figure, FigureData } from "./figure.ts";
import { differenceText, drawn, FOREST, type ForestRow, forestRow } from "./forest.ts";

const METRICS = ["ndcg@10", "pass"];

export const factorDifferences: Figure<ForestRow, null> = {
  name: "factor-differences",
  title: "Differences between models, workflows and knowledge modes",
  definition:
    "Every pair of levels of one factor, means over the other two: difference per scenario, with its 95 % interval (over scenarios, inverting the test). Filled: significant at 5 % by a paired test of the mean over scenarios, Holm-corrected over all pairs of a metric. To the right of the line the first of the pair is higher.",
  ...FOREST,
  read: ({ differences }) => ({
    rows: METRICS.flatMap((metric) => differences.filter((one) => one.metric === metric).flatMap(pairRows)),
    facts: null,
  }),
  caption: describeLargest,
  behind: { metric: METRICS.join(","), has: "value" },
};

const LABELS = { model: String, workflow: workflowLabel, knowledge: knowledgeLabel };

function pairRows({ metric, factors }: Differences): ForestRow[] {
  return factors.map((one) => {
    const [first, second] = [one.first, one.second].map(LABELS[one.factor]) as [string, string];
    return forestRow(metric, one, { first, second, pair: `${first} - ${second}`, factor: one.factor });
  });
}

function describeLargest({ rows }: FigureData<ForestRow>): string {
  const known = drawn(rows);
  if (known.length === 0) return "No two levels of a factor have scores on the same scenarios.";
  const sentences = METRICS.flatMap((metric) => {
    const own = known.filter((row) => row.metric === metric);
    const [largest] = [...own].sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
    if (!largest) return [];
    const significant = own.filter((row) => row.significant).length;
    return [
      `By ${metricLabel(metric)}, ${significant} of ${own.length} pairs differ significantly; the largest observed difference is ${largest.pair}, ${differenceText(largest)}`,
    ];
  });
  return `${sentences.join(". ")}.`;
}
