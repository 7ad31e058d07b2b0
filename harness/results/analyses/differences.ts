import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { differencesOf } from "../../../measure/statistics/comparison/all-pairs.ts";
import { DIFFERENCE_OF_SHARES } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { clusteredTInterval } from "../../../measure/statistics/intervals/clustered-t.ts";
import type { FactorialConfig } from "../../record/config/factors/cells.ts";
import { count, factor as factorField, interval, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import { factorGroups } from "./factor-groups.ts";
import { type FactorEffects, factors, levelPairSchema } from "./factors.ts";
import { type PairedTest, pairedTestSchema, pairedValues } from "./paired-values.ts";
import { type Ranking, rankedPairSchema, rankings } from "./rankings.ts";

/** What a test alone does not say. */
const spread = {
  ...interval,
  wins: count.describe("scenarios on which the first is higher"),
  ties: count,
  losses: count,
};
export const differenceSchema = pairedTestSchema.extend(spread);
export type Difference = z.infer<typeof differenceSchema>;

/** Beside the interval that holds for every distribution, which agrees with the test. */
const usualInterval = {
  t_low: numberOrNull
    .optional()
    .describe(
      "lower end of Student's 95 % interval over scenarios, for means that are about normal; absent in runs of before",
    ),
  t_high: numberOrNull.optional().describe("null where no scenario differs from another"),
};

const differencesSchema = z.strictObject({
  metric: z.string(),
  factors: z
    .array(levelPairSchema.extend({ factor: factorField, ...spread, ...usualInterval }))
    .describe("every pair of levels of one factor, over the other factors"),
  best: z.array(rankedPairSchema.extend(spread)).describe("the best configuration against every other, nearest first"),
});
export type Differences = z.infer<typeof differencesSchema>;

export const differences = defineAnalysis({
  name: "differences",
  schema: z
    .array(differencesSchema)
    .describe(
      "Per metric, the differences that a reader asks for first, with 95 % intervals by the test of the mean over scenarios. Tests are those of factors and rankings.",
    ),
  needs: [factors, rankings],
  compares: "configurations",
  compute: ({ executions, config }, earlier) => measureDifferences({ executions, config, ...earlier }),
});

interface Tests {
  executions: readonly ScoredExecution[];
  config: FactorialConfig;
  factors: readonly FactorEffects[];
  rankings: readonly Ranking[];
}

/**
 * The pairs that a reader asks for first, with what a test alone does not say: the interval of the
 * difference, and on how many scenarios it goes which way. Tests are copied, so that a pair has one p everywhere.
 */
function measureDifferences({ executions, config, factors: effects, rankings: ranked }: Tests): Differences[] {
  const byFactor = new Map(factorGroups(executions, config).map((groups) => [groups.factor, groups]));
  return ranked.map(({ metric, order, pairs }) => {
    const best = order[0]?.configuration;
    const byConfiguration = grouped(executions, ({ record }) => configurationName(record));
    const against = pairs.filter(({ first, second }) => first === best || second === best).map(fromBest(best));
    return {
      metric,
      factors: factorPairs(effects, metric).map(({ factor, ...pair }) => {
        const [first, second] = byFactor.get(factor)!.matched(pair.first, pair.second);
        const groups = new Map([
          [pair.first, first],
          [pair.second, second],
        ]);
        return { factor, ...withSpread(pair, { groups, metric }), ...usualIntervalOf(pair, { groups, metric }) };
      }),
      best: against
        .map((pair) => withSpread(pair, { groups: byConfiguration, metric }))
        .sort((a, b) => (a.difference ?? Infinity) - (b.difference ?? Infinity)),
    };
  });
}

function factorPairs(effects: readonly FactorEffects[], metric: string) {
  const own = effects.find((one) => one.metric === metric)?.factors ?? [];
  return own.flatMap(({ factor, pairs }) => pairs.map((pair) => ({ factor, ...pair })));
}

/** Turns a pair around where the best configuration is the second of it. */
function fromBest<Pair extends PairedTest>(best: string | undefined): (pair: Pair) => Pair {
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

/** A tested pair with the interval of its difference, and on how many scenarios it goes which way. */
export function withSpread<Pair extends PairedTest>(pair: Pair, of: Groups): Pair & Difference {
  const { changes, clusters } = changesOf(pair, of);
  return {
    ...pair,
    ...boundedMeanInterval(changes, { clusters, range: DIFFERENCE_OF_SHARES, coverage: "at least" }),
    wins: changes.filter((change) => change > 0).length,
    ties: changes.filter((change) => change === 0).length,
    losses: changes.filter((change) => change < 0).length,
  };
}

/** By Student's t: narrower, and right where the mean over so many scenarios is about normal (docs/method/statistics.md). */
export function usualIntervalOf(pair: PairedTest, of: Groups): { t_low: number | null; t_high: number | null } {
  const { changes, clusters } = changesOf(pair, of);
  const { low, high } = clusteredTInterval(changes, { clusters });
  return { t_low: low, t_high: high };
}

/** One difference a scenario, rounded to nine decimals: a sum of differences that cancel out must be a tie. */
function changesOf({ first, second }: PairedTest, { groups, metric }: Groups) {
  const paired = pairedValues([groups.get(first) ?? [], groups.get(second) ?? []], metric);
  const [a = [], b = []] = paired.values;
  const { differences, clusters } = differencesOf(a, b, paired.clusters);
  return { changes: differences.map((difference) => Math.round(difference * 1e9) / 1e9), clusters };
}
