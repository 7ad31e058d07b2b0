import { findRoot } from "../basics/find-root.ts";
import { firstLook } from "./brownian.ts";
import type { Looks } from "./characteristics.ts";

/** What a stopped series says, in drifts: the estimate over its standard error at full information. */
export interface Adjusted {
  /** One-sided, of no loss. */
  p: number;
  /** Median-unbiased. */
  estimate: number;
  low: number;
  high: number;
}

/** Where a series stopped. */
export interface Stopped {
  /** At which look, from 0. */
  look: number;
  /** The standardized statistic there. */
  z: number;
}

/** Nothing is known beyond so many standard deviations. */
const FARTHEST = 12;

/**
 * p, median-unbiased estimate and interval of a series that stopped at a look, in the stage-wise order: a loss that was called earlier
 * says more, and so does an earlier stop below (Tsiatis, Rosner and Mehta, Biometrics 40, 1984; Jennison and Turnbull 2000, chapter 8).
 * The lower bounds are those that were executed: without them the interval covers too little where futility stopped.
 */
export function adjustedAt(looks: Looks, stopped: Stopped, { level = 0.95 }: { level?: number } = {}): Adjusted {
  const t = looks.fractions[stopped.look]!;
  const naive = stopped.z / Math.sqrt(t);
  const reach = FARTHEST / Math.sqrt(t);
  // The probability of as much of a loss or more rises with the drift.
  const driftAt = (probability: number) =>
    findRoot((drift) => asExtreme(looks, stopped, drift) - probability, {
      low: naive - reach,
      high: naive + reach,
      tolerance: 1e-9,
    });
  const tail = (1 - level) / 2;
  return {
    p: asExtreme(looks, stopped, 0),
    estimate: driftAt(0.5),
    low: driftAt(tail),
    high: driftAt(1 - tail),
  };
}

/**
 * Probability at this drift of a loss that was called before, or of at least this statistic at this look; of a stop below, that of all but what is lower.
 * The interval at a level holds the drifts at which it lies between both tails.
 */
export function asExtreme({ fractions, upper, lower = [] }: Looks, { look, z }: Stopped, drift: number): number {
  const isStopBelow = z < upper[look]! && lower[look] !== undefined && z <= lower[look];
  let before = 0;
  let path = firstLook(fractions[0]!, drift);
  for (let at = 0; at < look; at++) {
    const bound = lower[at];
    before += isStopBelow ? (bound === undefined ? 0 : path.below(bound)) : path.atLeast(upper[at]!);
    path = path.next({ lower: bound, upper: upper[at]! }, fractions[at + 1]!);
  }
  return isStopBelow ? 1 - before - path.below(z) : before + path.atLeast(z);
}
