import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { correctedP, metricLabel, signed } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import { isSignificant, isTested, pairsOf } from "../../results/analyses/significant-pairs.ts";
import { slopes } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData, FigureRow } from "../drawing/figure.ts";
import { configurationsByName } from "./configurations.ts";

const METRIC = "ndcg@10";
const CHANGES = ["left higher", "equal", "right higher"] as const;

/** A scenario's mean under both configurations. */
export interface SlopeRow extends FigureRow {
  scenario: string;
  first: number;
  second: number;
  change: string;
  /** Both configurations, by their names in records. */
  sides: string;
}

export type SlopeFacts = {
  first: string;
  second: string;
  metric: string;
  difference: number | null;
  holm_p: number | null;
  /** How many pairs p is corrected over. */
  family: number;
} | null;
type Data = FigureData<SlopeRow, SlopeFacts>;

export const slope: Figure<SlopeRow, SlopeFacts> = {
  name: "slope-ndcg10",
  title: "NDCG@10 of two configurations, scenario by scenario",
  definition:
    "One line per answerable scenario: its NDCG@10 under the configuration with the highest mean (left) and under the next one that differs significantly from it by the corrected test (right), or under the last where none does. Repeats are averaged.",
  columns: columnsOf({
    scenario: "text",
    first: ["decimal", "left"],
    second: ["decimal", "right"],
    change: ["text", "which is higher"],
  }),
  read: (results) => readSlope(results, defaultPair(results)),
  caption: describeSlope,
  flat: allEqual,
  marks: ({ rows }) => rows.length,
  spec: ({ rows, facts }, options) => {
    const { first, second, metric } = facts!;
    return slopes({
      ...{ rows, options, sides: { first, second }, line: "scenario" },
      y: { field: "value", title: metricLabel(metric), domain: [0, 1] },
      change: { field: "change", values: CHANGES },
      tooltip: ["scenario", ...columnsOf({ value: ["decimal", metricLabel(metric)] })],
    });
  },
  target: ({ scenario, sides }) => ({ configuration: sides, scenario, metric: METRIC, has: "value" }),
  behind: { metric: METRIC, has: "value" },
};

/** The one with the highest mean, and the first after it that differs significantly from it, or the last. Null where none shares a scenario with it. */
function defaultPair({ rankings }: Results): readonly [string, string] | null {
  const ranking = rankings.find(({ metric }) => metric === METRIC);
  const order = ranking?.order ?? [];
  const [best] = order;
  const pairs = best ? pairsOf(ranking, best.configuration).filter(({ difference }) => difference !== null) : [];
  const among = (some: typeof pairs) => order.filter((one) => some.some(({ second }) => second === one.configuration));
  const other = among(pairs.filter((pair) => isSignificant(pair, ranking?.alpha)))[0] ?? among(pairs).at(-1);
  return best && other && best !== other ? [best.configuration, other.configuration] : null;
}

/** Any pair, by their names in files: what a page that lets its reader choose calls. */
function readSlope({ summary, rankings, scores }: Results, pair: readonly [string, string] | null): Data {
  if (!pair) return { rows: [], facts: null };
  const byConfiguration = grouped(scores, configurationName);
  const [left, right] = pair.map((name) => scenarioMeans(byConfiguration.get(name) ?? [])) as [
    Map<string, number>,
    Map<string, number>,
  ];
  const rows = [...left].flatMap(([scenario, first]) => {
    const second = right.get(scenario);
    return second === undefined
      ? []
      : [{ scenario, first, second, change: changeOf(first - second), sides: pair.join(",") }];
  });
  const labels = configurationsByName(summary);
  const [first, second] = pair.map((name) => labels.get(name)?.configuration ?? name) as [string, string];
  const family = rankings.find(({ metric }) => metric === METRIC)?.pairs.filter(isTested).length ?? 0;
  return { rows, facts: { first, second, metric: METRIC, family, ...testOf(rankings, pair) } };
}

function scenarioMeans(records: Results["scores"]): Map<string, number> {
  const groups = grouped(
    records.filter((record) => findScore(record, METRIC)?.value != null),
    ({ scenario_id }) => scenario_id,
  );
  return new Map(
    [...groups].map(([id, all]) => [
      id,
      all.reduce((sum, record) => sum + findScore(record, METRIC)!.value!, 0) / all.length,
    ]),
  );
}

/** Which side is higher, in the words of `change`. Differences of rounding are ties. */
export function changeOf(difference: number): string {
  return Math.abs(difference) < 1e-9 ? CHANGES[1] : difference > 0 ? CHANGES[0] : CHANGES[2];
}

function testOf(rankings: Results["rankings"], [first, second]: readonly [string, string]) {
  const pairs = rankings.find(({ metric }) => metric === METRIC)?.pairs ?? [];
  const found = pairs.find(
    (pair) => [pair.first, pair.second].includes(first) && [pair.first, pair.second].includes(second),
  );
  const { difference = null, holm_p = null } = found ?? {};
  return { difference: difference !== null && found?.first !== first ? -difference : difference, holm_p };
}

function describeSlope({ rows, facts }: Data): string {
  if (!facts) return "No configuration has scores on the same scenarios as the one with the highest mean.";
  if (rows.length === 0) return `${facts.first} and ${facts.second} have no scores on the same scenarios.`;
  const [wins, ties, losses] = CHANGES.map((change) => rows.filter((row) => row.change === change).length);
  const test = isSignificant(facts) ? "is told apart from" : "can't be told apart from";
  const size = facts.difference === null ? "" : `${signed(facts.difference)} on average, `;
  return `${facts.first} ${test} ${facts.second} (${size}${correctedP(facts.holm_p, countOf(facts.family, "pair"))}): higher on ${wins}, equal on ${ties}, lower on ${losses} of ${countOf(rows.length, "scenario")}.`;
}

/** Every line level: nothing that a slope could show. */
function allEqual({ rows, facts }: Data): string | null {
  if (!facts || rows.some(({ change }) => change !== CHANGES[1])) return null;
  return `${facts.first} and ${facts.second}, the highest and the last by ${metricLabel(METRIC)}, are equal on each of ${countOf(rows.length, "scenario")}.`;
}
