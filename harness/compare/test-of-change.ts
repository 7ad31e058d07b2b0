import type { Random } from "../../base/random.ts";
import { clusterSums } from "../statistics/basics/cluster-sums.ts";
import { tQuantile } from "../statistics/basics/distributions.ts";
import { boundedMeanTest, fewestFor } from "../statistics/comparison/bounded-mean-test.ts";
import { signFlipTest } from "../statistics/comparison/sign-flip.ts";
import { skewnessAdjustedT } from "../statistics/comparison/skewness-adjusted-t.ts";
import { bootstrapMeanInterval, type Interval } from "../statistics/intervals/bootstrap.ts";
import { boundedMeanInterval } from "../statistics/intervals/bounded-mean.ts";
import { detectableMean } from "../statistics/power/bounded-mean.ts";

/** `bounded mean` holds for every distribution of a known range; `skewness-adjusted t` nearly, from `fewest` on; `sign flips` for symmetric ones. */
export type ChangeTest = "bounded mean" | "skewness-adjusted t" | "sign flips";

export interface TestedChange {
  test: ChangeTest;
  /** Two-sided. */
  p: number | null;
  /** 95 %. */
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
  /** Level of one test of the family. */
  alpha: number;
}

/** Changes of scenarios, of which those of one cluster tell of each other. */
export interface Sample {
  changes: readonly number[];
  clusters: readonly string[];
  /** One a cluster, its sum in the unit of a mean: their mean is that of the changes. */
  observations: readonly number[];
  /** Scenarios in the largest cluster; 0 without any. */
  largest: number;
}

export function observe(changes: readonly number[], clusters: readonly string[]): Sample {
  const { sums, largest } = clusterSums(changes, clusters);
  const observations = [...sums].map((sum) => (sum * sums.length) / changes.length);
  return { changes, clusters, observations, largest: Math.max(0, largest) };
}

/** Is the mean change of scenarios 0, and where may it lie? Whole clusters are the sample. */
export function testChange(
  { changes, clusters, observations }: Sample,
  { largest_change, symmetric, alpha }: Known,
  random: Random,
): TestedChange {
  const both = (interval: (level: number) => Interval) => {
    const at = interval(0.95);
    const { low, high } = alpha === 0.05 ? at : interval(1 - alpha);
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
    return { test: "sign flips", p: signFlipTest(observations, { random })?.p ?? null, ...intervals };
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

/** Observations without which no data give a p of at most `alpha` that the test stands for. */
export function fewestScenarios(test: ChangeTest, observations: readonly number[], alpha: number): number {
  if (test === "skewness-adjusted t") return skewnessAdjustedT(observations)?.needed ?? observations.length + 1;
  // Sign flips reach 2 / 2^n, and so does a test of the mean whose hypothesis is in the middle of the range.
  return fewestFor(alpha, { range: { low: -1, high: 1 } });
}

interface Design {
  test: ChangeTest;
  largest_change: number | null;
  /** Standard deviation of the scenarios' changes. */
  spread: number;
  scenarios: number;
  alpha: number;
}

/**
 * Mean change that so many scenarios with this spread show with probability 0.8. Without a range by Student's t, which sign flips equal too: the sum
 * of two t quantiles for the noncentral t, 0.3 % off for 40 scenarios, 4 % for 5. Null where none would be shown.
 */
export function detectableChange({ test, largest_change, spread, scenarios: n, alpha }: Design): number | null {
  if (n < 2) return null;
  if (test === "bounded mean" && largest_change !== null)
    return detectableMean({ n, sd: spread, alpha, range: { low: -largest_change, high: largest_change } });
  return ((tQuantile(1 - alpha / 2, n - 1) + tQuantile(0.8, n - 1)) * spread) / Math.sqrt(n);
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
