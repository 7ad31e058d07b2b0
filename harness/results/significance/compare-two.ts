import { makeRandom } from "../../../base/random.ts";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { boundedMeanTest, type Range } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { cliffsDelta } from "../../../measure/statistics/comparison/cliffs-delta.ts";
import { boundedEquivalence, equivalenceTest } from "../../../measure/statistics/comparison/equivalence.ts";
import { hodgesLehmann } from "../../../measure/statistics/comparison/hodges-lehmann.ts";
import { mcnemar } from "../../../measure/statistics/comparison/mcnemar.ts";
import { pairedBootstrap } from "../../../measure/statistics/comparison/paired-bootstrap.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { signFlipTest } from "../../../measure/statistics/comparison/sign-flip.ts";
import { signTest } from "../../../measure/statistics/comparison/sign-test.ts";
import { wilcoxonSignedRank } from "../../../measure/statistics/comparison/wilcoxon.ts";
import { bcaInterval } from "../../../measure/statistics/intervals/bca.ts";
import { detectableMean } from "../../../measure/statistics/power/bounded-mean.ts";
import { detectableEffect } from "../../../measure/statistics/power/solve.ts";
import { tTestPower } from "../../../measure/statistics/power/t-test.ts";

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
  equivalence: { lower: number; upper: number; p: number | null; test: string } | null;
  /** Smallest mean difference that this many items find with 80 % power, by the spread of these differences and at the level of the intervals; and by which test. */
  detectable: number | null;
  detectable_test: string;
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
  const found = detectableBy(input, differences);
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
    equivalence: bounds ? equivalenceOf(differences, bounds, input) : null,
    detectable: found.loss,
    detectable_test: found.test,
  };
}

/** By the test of a mean where a range is known: t takes few skewed differences for surely small. */
function equivalenceOf(
  differences: readonly number[],
  [lower, upper]: readonly [number, number],
  { range, level }: PairInput,
): PairComparison["equivalence"] {
  if (range !== null) {
    const p = boundedEquivalence(differences, { lower, upper, range: ofDifferences(range) });
    return { lower, upper, p, test: "two one-sided tests of a bounded mean" };
  }
  const p = equivalenceTest(differences, { lower, upper, alpha: 1 - level })?.p ?? null;
  return { lower, upper, p, test: "two one-sided t tests, for differences that are nearly normal" };
}

function detectableBy(
  { tests, range, level }: PairInput,
  differences: readonly number[],
): { loss: number | null; test: string } {
  const [n, sd, alpha] = [differences.length, standardDeviation(differences), 1 - level];
  if (range !== null && tests.includes("mean")) {
    const own = ofDifferences(range);
    const passOrFail = differences.every((value) => value === 0 || Math.abs(value) === own.high);
    const loss = sd === null ? null : detectableMean({ n, sd, alpha, range: own, passOrFail });
    return { loss, test: "the test of a mean" };
  }
  const effect = detectableEffect((d) => tTestPower({ effect: d, n: Math.max(2, n), alpha, design: "paired" }));
  return { loss: effect === null || !sd ? null : effect * sd, test: "the paired t test" };
}

export function ofDifferences({ low, high }: Range): Range {
  return { low: low - high, high: high - low };
}

interface TestInput extends Pick<PairInput, "a" | "b" | "range" | "permutations"> {
  differences: readonly number[];
  key: string;
}

const RUN: Record<PairTestName, (input: TestInput) => number | null> = {
  mean: ({ differences, range }) => {
    if (range === null) return null;
    return boundedMeanTest(differences, { range: ofDifferences(range) })?.p ?? null;
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
