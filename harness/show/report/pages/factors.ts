import { allLevelsOf } from "../../../record/config/factors/cells.ts";
import type { Config } from "../../../record/config/schema.ts";
import { configurationName } from "../../../record/domain/names.ts";
import type { Differences } from "../../../results/analyses/differences.ts";
import type { FactorEffects } from "../../../results/analyses/factors.ts";
import type { Results } from "../../../results/analyses/results.ts";
import { isSignificant, isTested } from "../../../results/analyses/significant-pairs.ts";
import type { FollowingPage, PageInput } from "./page.ts";

type FactorPair = Differences["factors"][number];

/** How far the levels of one factor lie apart in one metric, by the pair that does so most. */
export interface FactorMove {
  metric: string;
  factor: string;
  levels: readonly string[];
  widest: FactorPair | null;
  pairs: number;
  /** Of the pairs, those that differ significantly. */
  told: number;
  /** Of the levels, those between which every metric compared is equal on every scenario; groups of two and more. */
  equal: readonly (readonly string[])[];
}

/** An interaction that is told apart from luck, or has more than a twentieth of the variance. */
export interface Interaction {
  metric: string;
  factors: readonly string[];
  part: string | null;
  /** Of the part; null where it is the whole run. */
  configurations: readonly string[] | null;
  share: number;
  holm_p: number | null;
  /** Means at the levels of the two factors; none of an interaction of more. */
  cells: readonly { levels: readonly [string, string]; mean: number | null; configurations: readonly string[] }[];
}

export interface FactorsData {
  factors: readonly FactorEffects[];
  moves: readonly FactorMove[];
  interactions: readonly Interaction[];
  /** Metrics whose variance could be decomposed. */
  decomposed: readonly string[];
}

export const factorsPage: FollowingPage<FactorsData> = {
  file: "factors",
  title: "Factors",
  data: { name: "factors", follows: true, make },
};

function make({ results, config }: PageInput): FactorsData {
  return {
    ...{ factors: results.factors, moves: movesOf(results), interactions: interactionsOf(results, config) },
    decomposed: results.variance.filter(({ components }) => components.length > 0).map(({ metric }) => metric),
  };
}

function movesOf({ factors, differences }: Results): FactorMove[] {
  return factors.flatMap(({ metric, factors: own }) => {
    const intervals = differences.find((one) => one.metric === metric)?.factors ?? [];
    return own
      .map(({ factor, levels, pairs }) => ({
        metric,
        factor,
        levels: levels.map(({ level }) => level),
        widest: widestOf(intervals.filter((pair) => pair.factor === factor)),
        pairs: pairs.filter(isTested).length,
        told: pairs.filter((pair) => isSignificant(pair)).length,
        equal: equalLevels(
          levels.map(({ level }) => level),
          differences.map((one) => one.factors.filter((pair) => pair.factor === factor)),
        ),
      }))
      .filter(({ levels }) => levels.length > 1);
  });
}

function widestOf(pairs: readonly FactorPair[]): FactorPair | null {
  const size = ({ difference }: FactorPair) => Math.abs(difference ?? 0);
  return pairs
    .filter(({ difference }) => difference !== null)
    .reduce<FactorPair | null>((most, pair) => (most && size(most) >= size(pair) ? most : pair), null);
}

/** @param byMetric the factor's pairs in each metric */
function equalLevels(levels: readonly string[], byMetric: readonly (readonly FactorPair[])[]): string[][] {
  const areEqual = (first: string, second: string) => {
    const own = byMetric.map((pairs) => pairs.find((pair) => pair.first === first && pair.second === second));
    const known = own.filter((pair) => pair !== undefined && pair.n > 0);
    return known.length > 0 && known.every((pair) => pair!.wins === 0 && pair!.losses === 0);
  };
  const groups: string[][] = [];
  for (const level of levels) {
    const group = groups.find((members) => members.every((member) => areEqual(member, level)));
    if (group) group.push(level);
    else groups.push([level]);
  }
  return groups.filter(({ length }) => length > 1);
}

/** Of the variance; below it an interaction that no test tells apart is not worth a look. */
const WORTH_A_LOOK = 0.05;

function interactionsOf({ variance, summary }: Results, config: Config): Interaction[] {
  return variance.flatMap(({ metric, components, part = null, configurations }) => {
    const within = summary.configurations.filter((one) => configurations?.includes(configurationName(one)) ?? true);
    return components.flatMap(({ source, share, holm_p }) => {
      const factors = source.split(" x ");
      const isShown = (holm_p !== null && holm_p < 0.05) || share > WORTH_A_LOOK;
      if (factors.length < 2 || factors[0] === "scenario" || !isShown) return [];
      const [first, second, ...others] = factors as [string, string, ...string[]];
      const cells = others.length > 0 ? [] : gridOf([first, second], { metric, within, config });
      return [{ metric, factors, part, configurations: configurations ?? null, share, holm_p, cells }];
    });
  });
}

type Summarised = Results["summary"]["configurations"][number];

function gridOf(
  [first, second]: readonly [string, string],
  { metric, within, config }: { metric: string; within: readonly Summarised[]; config: Config },
): Interaction["cells"] {
  const found = new Map<string, { levels: readonly [string, string]; at: Summarised[] }>();
  for (const one of within) {
    const own = allLevelsOf(config, one);
    const levels = [own.get(first), own.get(second)] as [string | undefined, string | undefined];
    if (levels[0] === undefined || levels[1] === undefined) continue;
    const key = JSON.stringify(levels);
    const cell = found.get(key) ?? { levels: levels as [string, string], at: [] };
    found.set(key, cell);
    cell.at.push(one);
  }
  return [...found.values()].map(({ levels, at }) => {
    const means = at.flatMap(({ metrics }) => metrics[metric]?.mean ?? []);
    const mean = means.length === 0 ? null : means.reduce((sum, value) => sum + value, 0) / means.length;
    return { levels, mean, configurations: at.map(configurationName) };
  });
}
