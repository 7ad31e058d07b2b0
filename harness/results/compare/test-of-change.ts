import type { Random } from "../../../base/random.ts";
import { clusterSums } from "../../../measure/statistics/basics/cluster-sums.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { tQuantile, tUpper } from "../../../measure/statistics/basics/distributions.ts";
import { boundedMeanTest } from "../../../measure/statistics/comparison/bounded-mean-test.ts";
import { signFlipTest } from "../../../measure/statistics/comparison/sign-flip.ts";
import { LEAST as LEAST_FOR_T, skewnessAdjustedT } from "../../../measure/statistics/comparison/skewness-adjusted-t.ts";
import { bootstrapMeanInterval, type Interval } from "../../../measure/statistics/intervals/bootstrap.ts";
import { boundedMeanInterval } from "../../../measure/statistics/intervals/bounded-mean.ts";
import { boundedMeanPower, detectableMean } from "../../../measure/statistics/power/bounded-mean.ts";
import { passFailPower } from "../../../measure/statistics/power/pass-fail.ts";

/** `bounded mean` holds for every distribution of a known range; `skewness-adjusted t` nearly, from `fewest` on; `sign flips` for symmetric ones. */
export type ChangeTest = "bounded mean" | "skewness-adjusted t" | "sign flips";

export interface TestedChange {
  test: ChangeTest;
  /** Two-sided. */
  p: number | null;
  /** At 1 - `level`. */
  low: number | null;
  high: number | null;
  /** At the level that the family leaves each of its tests, so that all of them hold at once. */
  corrected_low: number | null;
  corrected_high: number | null;
  /** The intervals are not to be relied on: no range is known and there are few scenarios. Absent otherwise. */
  doubted?: true;
}

interface Known {
  /** No scenario can change by more. Null: not known. */
  largest_change: number | null;
  /** Take changes for symmetric about their mean. */
  symmetric: boolean;
  /** Level of the rule's interval, and of those that hold at once. */
  level: number;
  corrected: number;
  /** Level of one test of its family. */
  alpha: number;
}

/** Changes of scenarios, of which those of one cluster tell of each other. */
export interface Sample {
  changes: readonly number[];
  clusters: readonly string[];
  /** One a cluster, its sum in the unit of a mean: their mean is that of the changes. */
  observations: readonly number[];
  /** Scenarios in each cluster, and in the largest; 0 without any. */
  sizes: readonly number[];
  largest: number;
}

export function observe(changes: readonly number[], clusters: readonly string[]): Sample {
  const { sums, sizes, largest } = clusterSums(changes, clusters);
  const observations = [...sums].map((sum) => (sum * sums.length) / changes.length);
  return { changes, clusters, observations, sizes: [...sizes], largest: Math.max(0, largest) };
}

/** Is the mean change of scenarios 0, and where may it lie? Whole clusters are the sample. */
export function testChange(
  { changes, clusters, observations }: Sample,
  { largest_change, symmetric, level: own, corrected, alpha }: Known,
  random: Random,
): TestedChange {
  const both = (interval: (level: number) => Interval) => {
    const at = interval(1 - own);
    const { low, high } = corrected === own ? at : interval(1 - corrected);
    return { ...at, corrected_low: low, corrected_high: high };
  };
  const bootstrap = (level: number) =>
    bootstrapMeanInterval(changes, {
      clusters,
      random,
      level,
      resamples: Math.min(50_000, Math.ceil(100 / (1 - level))),
    });
  if (symmetric) {
    const intervals = both(bootstrap);
    // Drawn patterns give no p below one in their number: more of them for a stricter level.
    const permutations = Math.min(200_000, Math.max(10_000, Math.ceil(10 / alpha)));
    return { test: "sign flips", p: signFlipTest(observations, { random, permutations })?.p ?? null, ...intervals };
  }
  if (largest_change !== null) {
    const range = { low: -largest_change, high: largest_change };
    const intervals = both((level) => boundedMeanInterval(changes, { range, clusters, coverage: "at least", level }));
    return { test: "bounded mean", p: boundedMeanTest(changes, { range, clusters })?.p ?? null, ...intervals };
  }
  const unchanged = changes.length > 0 && changes.every((change) => change === 0);
  const p = unchanged ? 1 : (skewnessAdjustedT(observations)?.p ?? null);
  const intervals = both(bootstrap);
  return { test: "skewness-adjusted t", p, ...intervals, ...(intervals.low !== null && { doubted: true }) };
}

export function testOf({ largest_change, symmetric }: Pick<Known, "largest_change" | "symmetric">): ChangeTest {
  if (symmetric) return "sign flips";
  return largest_change === null ? "skewness-adjusted t" : "bounded mean";
}

/** Smallest p that this many observations could give, whatever they were; 1 where the test is not to be relied on. Says nothing of what they are. */
export function smallestReachable(test: ChangeTest, { sizes, largest }: Pick<Sample, "sizes" | "largest">): number {
  if (test === "skewness-adjusted t") return sizes.length < LEAST_FOR_T ? 1 : 0;
  return Math.min(1, 2 * Math.exp(sizes.reduce((sum, size) => sum + odds(test, size, largest), 0)));
}

/** Observations without which no data give a p of at most `alpha` that the test stands for: clusters like these. */
export function fewestScenarios(
  test: ChangeTest,
  { observations, sizes, largest }: Pick<Sample, "observations" | "sizes" | "largest">,
  alpha: number,
): number {
  if (test === "skewness-adjusted t") return skewnessAdjustedT(observations)?.needed ?? LEAST_FOR_T;
  const each = mean(sizes.map((size) => odds(test, size, largest))) ?? Math.log(0.5);
  return Math.ceil(Math.log(alpha / 2) / each - 1e-9);
}

/** What a further cluster of this size takes off the logarithm of the smallest p: a half where all are of one size, for sign flips always. */
function odds(test: ChangeTest, size: number, largest: number): number {
  return test === "sign flips" ? Math.log(0.5) : -Math.log1p(size / largest);
}

interface Design {
  test: ChangeTest;
  largest_change: number | null;
  /** Standard deviation of the scenarios' changes. */
  spread: number;
  scenarios: number;
  alpha: number;
  /** Every change is the largest there is, or none. */
  passOrFail: boolean;
}

/**
 * Mean change that so many scenarios with this spread show with this probability (at .5: that is just significant). Without a range by Student's t, which sign flips equal too: the sum
 * of two t quantiles for the noncentral t, 0.3 % off for 40 scenarios, 4 % for 5. Null where none would be shown.
 */
export function detectableChange(
  { test, largest_change, spread, scenarios: n, ...design }: Design,
  power = 0.8,
): number | null {
  const { alpha, passOrFail } = design;
  if (n < 2) return null;
  if (test === "bounded mean" && largest_change !== null) {
    const range = { low: -largest_change, high: largest_change };
    return detectableMean({ n, sd: spread, alpha, range, passOrFail }, power);
  }
  return ((tQuantile(1 - alpha / 2, n - 1) + tQuantile(power, n - 1)) * spread) / Math.sqrt(n);
}

/** Probability that so many scenarios with this spread show a mean change of this size, by the same theory. */
export function powerOfChange(change: number, design: Design): number {
  const { test, largest_change, spread, scenarios: n, alpha, passOrFail } = design;
  if (n < 2) return 0;
  if (test === "bounded mean" && largest_change !== null) {
    if (passOrFail) return passFailPower(change / largest_change, { n, sd: spread / largest_change, alpha });
    return boundedMeanPower(change, { n, sd: spread, alpha, range: { low: -largest_change, high: largest_change } });
  }
  return tUpper(tQuantile(1 - alpha / 2, n - 1) - (change * Math.sqrt(n)) / spread, n - 1);
}

export const MOST_SCENARIOS = 500;

/** Scenarios with this spread that show a change of this size with probability 0.8. Null: more than 500. */
export function scenariosFor(change: number, design: Omit<Design, "scenarios">): number | null {
  const enough = (scenarios: number) => (detectableChange({ ...design, scenarios }) ?? Infinity) <= change;
  let high = 16;
  while (!enough(high)) {
    if (high > MOST_SCENARIOS) return null;
    high *= 2;
  }
  let low = high / 2;
  // To a twentieth: it is a plan.
  while (high - low > 1 + high / 20) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
