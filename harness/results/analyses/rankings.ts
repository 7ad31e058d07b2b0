import { max } from "simple-statistics";
import { z } from "zod";
import { makeRandom } from "../../../base/random.ts";
import { mean, median, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { type PairTest, testAllPairs } from "../../../measure/statistics/comparison/all-pairs.ts";
import { bandsOf } from "../../../measure/statistics/comparison/bands.ts";
import {
  DIFFERENCE_OF_SHARES,
  fewestFor,
  smallestP,
} from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { friedmanTest } from "../../../measure/statistics/comparison/friedman.ts";
import { stepDownMaxT } from "../../../measure/statistics/comparison/max-t.ts";
import { criticalDifference } from "../../../measure/statistics/comparison/rank-post-hoc.ts";
import { detectableMean } from "../../../measure/statistics/power/bounded-mean.ts";
import { count, configurationName as nameField, numberOrNull } from "../../record/domain/fields.ts";
import { configurationName } from "../../record/domain/names.ts";
import { defineAnalysis } from "./analysis.ts";
import { COMPARED_METRICS, clusterMeans, maxTField, pairedTestSchema, pairedValues } from "./paired-values.ts";
import type { ScoredConfiguration } from "./scored.ts";

const ALPHA = 0.05;

/** A pair of configurations. */
export const rankedPairSchema = pairedTestSchema.extend({ max_tp: maxTField });

const rankingSchema = z.strictObject({
  metric: z.string(),
  alpha: z.number().describe("significance level, after Holm's correction over all pairs"),
  scenarios: count.describe("that have a value"),
  smallest_holm_p: numberOrNull.describe(
    "smallest corrected p that the scenarios of the largest pair can give; null without a pair",
  ),
  fewest_scenarios: numberOrNull.describe("how many it takes to distinguish any pair; null without a pair"),
  detectable: z
    .strictObject({
      sd: z.number().describe("median standard deviation of the difference of two configurations"),
      one_pair: numberOrNull.describe("at 5 %, for one planned pair"),
      all_pairs: numberOrNull.describe(
        "at 5 % over the number of pairs: the first and strictest step of Holm's correction",
      ),
    })
    .nullable()
    .describe(
      "smallest difference that the test of a mean finds with 80 % power, in units of the metric, over the scenarios that all have a value for",
    ),
  mean_ranks: z
    .strictObject({
      ranks: z.array(z.strictObject({ configuration: nameField, rank: z.number() })),
      scenarios: count,
      p: z.number(),
      critical_difference: z.number().describe("Nemenyi: configurations nearer than this are not distinguished"),
    })
    .nullable()
    .describe("Friedman's test over scenarios without a hole"),
  order: z
    .array(z.strictObject({ configuration: nameField, mean: numberOrNull, bands: z.array(count) }))
    .describe(
      "highest mean first. Of the configurations of one band no pair differs significantly; one may be in several, and two without a common band may not differ significantly either: `pairs` says. Empty without a value",
    ),
  pairs: z.array(rankedPairSchema).describe("all pairs; Holm over all of them"),
});
export type Ranking = z.infer<typeof rankingSchema>;

export const rankings = defineAnalysis({
  name: "rankings",
  schema: z
    .array(rankingSchema)
    .describe(
      "Per metric, configurations from best to worst, which of them can be distinguished, and every pair's test.",
    ),
  needs: [],
  compares: "configurations",
  compute: ({ configurations }) => rankConfigurations(configurations),
});

export function rankConfigurations(configurations: readonly ScoredConfiguration[]): Ranking[] {
  return COMPARED_METRICS.map((metric) => {
    const names = configurations.map(({ configuration }) => configurationName(configuration));
    const paired = pairedValues(
      configurations.map(({ executions }) => executions),
      metric,
    );
    const { values, clusters } = paired;
    const tests = testAllPairs(values, { clusters });
    const units = clusterMeans(paired);
    const maxT = maxTOf(metric, units);
    const means = values.map((row) => mean(row.filter((value) => value !== null)));
    const friedman = friedmanTest(completeBlocks(units));
    return {
      metric,
      alpha: ALPHA,
      scenarios: values[0]?.length ?? 0,
      ...resolution(largestPair(units), tests.length),
      detectable: detectable(units),
      mean_ranks: friedman && {
        // Rank 1 is the best.
        ranks: names.map((configuration, at) => ({ configuration, rank: names.length + 1 - friedman.meanRanks[at]! })),
        scenarios: friedman.blocks,
        p: friedman.p,
        critical_difference: criticalDifference(names.length, friedman.blocks, ALPHA),
      },
      order: inBands(means, tests).map(({ at, bands }) => ({ configuration: names[at]!, mean: means[at]!, bands })),
      pairs: tests.map(({ first, second, holmP, ...test }, at) => ({
        first: names[first]!,
        second: names[second]!,
        ...test,
        holm_p: holmP,
        max_tp: maxT?.[at] ?? null,
      })),
    };
  });
}

/** Corrected p by step-down max-T, pair by pair, where no value is missing. */
function maxTOf(metric: string, values: readonly (readonly (number | null)[])[]): readonly number[] | null {
  const complete = values.filter((row): row is number[] => row.every((value) => value !== null));
  if (complete.length < values.length || (values[0]?.length ?? 0) === 0) return null;
  return stepDownMaxT(complete, { random: makeRandom("rankings", metric) }).adjusted;
}

/** `blocks[scenario][configuration]`, scenarios with a hole left out. */
function completeBlocks(values: readonly (readonly (number | null)[])[]): number[][] {
  const scenarios = values[0]?.map((_, at) => values.map((row) => row[at] ?? null)) ?? [];
  return scenarios.filter((block): block is number[] => block.every((value) => value !== null));
}

/** Units of which both of a pair have a value, of the pair that has most: no pair could show more. */
function largestPair(values: readonly (readonly (number | null)[])[]): number {
  const sizes = values.flatMap((a, first) =>
    values.slice(first + 1).map((b) => a.filter((value, at) => value !== null && b[at] !== null).length),
  );
  return sizes.length === 0 ? 0 : max(sizes); // Pairs of hundreds of configurations: too many for one call.
}

/** What no data on so many scenarios could change: the smallest corrected p, and with how many the first pair could be distinguished. */
function resolution(scenarios: number, pairs: number): Pick<Ranking, "smallest_holm_p" | "fewest_scenarios"> {
  const range = DIFFERENCE_OF_SHARES;
  if (pairs === 0) return { smallest_holm_p: null, fewest_scenarios: null };
  return {
    smallest_holm_p: Math.min(1, pairs * smallestP(scenarios, { range })),
    fewest_scenarios: fewestFor(ALPHA / pairs, { range }),
  };
}

/** What these scenarios could have shown: by the median spread of the differences between two configurations. */
function detectable(values: readonly (readonly (number | null)[])[]): Ranking["detectable"] {
  const blocks = completeBlocks(values);
  const pairs = values.flatMap((_, first) =>
    values.slice(first + 1).map((__, offset) => [first, first + 1 + offset] as const),
  );
  const sd = median(pairs.flatMap(([a, b]) => standardDeviation(blocks.map((block) => block[a]! - block[b]!)) ?? []));
  if (sd === null) return null;
  const passOrFail = blocks.every((block) => block.every((value) => value === 0 || value === 1));
  const design = { n: blocks.length, sd, range: DIFFERENCE_OF_SHARES, passOrFail };
  return {
    sd,
    one_pair: detectableMean({ ...design, alpha: ALPHA }),
    all_pairs: detectableMean({ ...design, alpha: ALPHA / pairs.length }),
  };
}

/** Highest mean first, in bands (`bandsOf`) by the corrected tests of all pairs. Without a value last, and in no band. */
function inBands(means: readonly (number | null)[], tests: readonly PairTest[]): { at: number; bands: number[] }[] {
  const significant = new Set(
    tests.filter(({ holmP }) => holmP !== null && holmP < ALPHA).map(({ first, second }) => `${first} ${second}`),
  );
  const apart = (a: number, b: number) => significant.has(`${Math.min(a, b)} ${Math.max(a, b)}`);
  const places = means.map((_, at) => at);
  const known = places.filter((at) => means[at] !== null).sort((a, b) => means[b]! - means[a]! || a - b);
  const bands = bandsOf(known.length, (first, second) => apart(known[first]!, known[second]!));
  const unknown = places.filter((at) => means[at] === null);
  return [...known.map((at, place) => ({ at, bands: bands[place]! })), ...unknown.map((at) => ({ at, bands: [] }))];
}
