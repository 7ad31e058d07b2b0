import { makeRandom } from "../../base/random.ts";
import { mean } from "../statistics/basics/describe.ts";
import { boundedMeanTest, type Range } from "../statistics/comparison/bounded-mean-test.ts";
import { cliffsDelta } from "../statistics/comparison/cliffs-delta.ts";
import { equivalenceTest } from "../statistics/comparison/equivalence.ts";
import { hodgesLehmann } from "../statistics/comparison/hodges-lehmann.ts";
import { mcnemar } from "../statistics/comparison/mcnemar.ts";
import { pairedBootstrap } from "../statistics/comparison/paired-bootstrap.ts";
import { pairedT } from "../statistics/comparison/paired-t.ts";
import { signFlipTest } from "../statistics/comparison/sign-flip.ts";
import { signTest } from "../statistics/comparison/sign-test.ts";
import { wilcoxonSignedRank } from "../statistics/comparison/wilcoxon.ts";
import { bcaInterval } from "../statistics/intervals/bca.ts";
import { detectableEffect } from "../statistics/power/solve.ts";
import { tTestPower } from "../statistics/power/t-test.ts";

export const PAIR_TESTS = ["mean", "sign-flip", "t", "wilcoxon", "sign", "bootstrap", "mcnemar"] as const;
export type PairTestName = (typeof PAIR_TESTS)[number];

interface Estimate {
  title: string;
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface PairComparison {
  first: string;
  second: string;
  /** Items that both have a value for. */
  n: number;
  estimates: readonly Estimate[];
  /** Two-sided p; null where the test has nothing to say. */
  tests: readonly { test: PairTestName; p: number | null }[];
  equivalence: { lower: number; upper: number; p: number | null } | null;
  /** Smallest mean difference that this many items find with 80 % power, by the spread of these differences. */
  detectable: number | null;
}

export interface PairInput {
  first: string;
  second: string;
  a: readonly number[];
  b: readonly number[];
  tests: readonly PairTestName[];
  level: number;
  bounds?: readonly [number, number];
  /** Of one value, for the test of a mean; null where none is known. */
  range: Range | null;
  /** Of sign flips and of the bootstrap. */
  permutations: number;
}

/** Two systems on the same items: means, differences with intervals, and the tests asked for. */
export function compareTwo(input: PairInput): PairComparison {
  const { first, second, a, b, tests, level, bounds } = input;
  const differences = a.map((value, i) => value - b[i]!);
  const t = pairedT(differences, level);
  const lehmann = hodgesLehmann(differences.length <= 2000 ? differences : [], level);
  const delta = cliffsDelta(a, b, level);
  const alone = (title: string, value: number | null): Estimate => ({ title, value, low: null, high: null });
  const bca = bcaInterval({
    clusters: differences.map((_, i) => String(i)),
    random: makeRandom("stats", first, second),
    level,
    statistic: (weights) => weightedMean(differences, weights),
  });
  const equivalence = bounds
    ? equivalenceTest(differences, { lower: bounds[0], upper: bounds[1], alpha: 1 - level })
    : null;
  const effect = detectableEffect((d) => tTestPower({ effect: d, n: Math.max(2, a.length), design: "paired" }));
  return {
    first,
    second,
    n: a.length,
    estimates: [
      alone(`mean of ${first}`, mean(a)),
      alone(`mean of ${second}`, mean(b)),
      { title: "mean difference (t)", value: mean(differences), low: t?.low ?? null, high: t?.high ?? null },
      { title: "mean difference (BCa)", value: mean(differences), ...bca },
      {
        title: "typical difference (Hodges-Lehmann)",
        value: lehmann?.estimate ?? null,
        low: lehmann?.low ?? null,
        high: lehmann?.high ?? null,
      },
      { title: "Cliff's delta", value: delta?.delta ?? null, low: delta?.low ?? null, high: delta?.high ?? null },
      alone("effect size d of differences", t?.effect ?? null),
    ],
    tests: tests.map((test) => ({ test, p: RUN[test]({ ...input, differences, key: `${first} ${second}` }) })),
    equivalence: bounds ? { lower: bounds[0], upper: bounds[1], p: equivalence?.p ?? null } : null,
    detectable: t === null || effect === null || t.effect === 0 ? null : (effect * t.difference) / t.effect,
  };
}

interface TestInput extends Pick<PairInput, "a" | "b" | "range" | "permutations"> {
  differences: readonly number[];
  key: string;
}

const RUN: Record<PairTestName, (input: TestInput) => number | null> = {
  mean: ({ differences, range }) => {
    if (range === null) return null;
    const width = range.high - range.low;
    return boundedMeanTest(differences, { range: { low: -width, high: width } })?.p ?? null;
  },
  "sign-flip": ({ differences, key, permutations }) =>
    signFlipTest(differences, { random: makeRandom("sign-flip", key), permutations })?.p ?? null,
  t: ({ differences }) => pairedT(differences)?.p ?? null,
  wilcoxon: ({ differences }) => wilcoxonSignedRank(differences)?.p ?? null,
  sign: ({ differences }) => signTest(differences)?.p ?? null,
  bootstrap: ({ differences, key, permutations }) =>
    pairedBootstrap(differences, { random: makeRandom("shift", key), resamples: permutations })?.p ?? null,
  mcnemar: ({ a, b }) => {
    if (![...a, ...b].every((value) => value === 0 || value === 1)) return null;
    const only = (x: readonly number[], y: readonly number[]) => x.filter((value, i) => value > y[i]!).length;
    return mcnemar(only(a, b), only(b, a))?.midP ?? null;
  },
};

function weightedMean(values: readonly number[], weights: ArrayLike<number>): number | null {
  let [sum, total] = [0, 0];
  values.forEach((value, i) => {
    sum += value * weights[i]!;
    total += weights[i]!;
  });
  return total === 0 ? null : sum / total;
}
