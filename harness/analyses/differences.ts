import { grouped } from "../../base/grouped.ts";
import { configurationName } from "../domain/names.ts";
import type { Difference, Differences, FactorEffects, PairedTest, Ranking } from "../domain/summary.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { DIFFERENCE_OF_SHARES } from "../statistics/comparison/bounded-mean-test.ts";
import { boundedMeanInterval } from "../statistics/intervals/bounded-mean.ts";
import { pairedValues } from "./paired-values.ts";

interface Tests {
  executions: readonly ScoredExecution[];
  factors: readonly FactorEffects[];
  rankings: readonly Ranking[];
}

/**
 * `metrics/differences.json`: the pairs that a reader asks for first, with what a test alone does not say: the interval of the
 * difference, and on how many scenarios it goes which way. Tests are copied, so that a pair has one p everywhere.
 */
export function measureDifferences({ executions, factors, rankings }: Tests): Differences[] {
  return rankings.map(({ metric, order, pairs }) => {
    const best = order[0]?.configuration;
    const byConfiguration = grouped(executions, ({ record }) => configurationName(record));
    const against = pairs.filter(({ first, second }) => first === best || second === best).map(fromBest(best));
    return {
      metric,
      factors: factorPairs(factors, metric).map(({ factor, ...pair }) => {
        const groups = grouped(executions, ({ record }) => record[factor] as string);
        return { factor, ...describe(pair, { groups, metric }) };
      }),
      best: against
        .map((pair) => describe(pair, { groups: byConfiguration, metric }))
        .sort((a, b) => (a.difference ?? Infinity) - (b.difference ?? Infinity)),
    };
  });
}

function factorPairs(factors: readonly FactorEffects[], metric: string) {
  const own = factors.find((effects) => effects.metric === metric)?.factors ?? [];
  return own.flatMap(({ factor, pairs }) => pairs.map((pair) => ({ factor, ...pair })));
}

/** Turns a pair around where the best configuration is the second of it. */
function fromBest(best: string | undefined): (pair: PairedTest) => PairedTest {
  return (pair) => {
    if (pair.first === best) return pair;
    const { first, second, difference } = pair;
    return { ...pair, first: second, second: first, difference: difference === null ? null : -difference };
  };
}

interface Groups {
  groups: ReadonlyMap<string, readonly ScoredExecution[]>;
  metric: string;
}

function describe(pair: PairedTest, { groups, metric }: Groups): Difference {
  const [a = [], b = []] = pairedValues([groups.get(pair.first) ?? [], groups.get(pair.second) ?? []], metric);
  // Rounded to nine decimals: a sum of differences that cancel out must be a tie.
  const changes = a.flatMap((value, scenario) => {
    const other = b[scenario] ?? null;
    return value === null || other === null ? [] : [Math.round((value - other) * 1e9) / 1e9];
  });
  return {
    ...pair,
    ...boundedMeanInterval(changes, { range: DIFFERENCE_OF_SHARES, coverage: "at least" }),
    wins: changes.filter((change) => change > 0).length,
    ties: changes.filter((change) => change === 0).length,
    losses: changes.filter((change) => change < 0).length,
  };
}
