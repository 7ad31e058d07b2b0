import { chiSquareQuantile } from "../basics/distributions.ts";
import { findRoot } from "../basics/find-root.ts";
import { noncentralFUpper } from "../basics/noncentral.ts";

/**
 * Interval of a fixed effect's mean square: the noncentralities that do not contradict F, times `scale` (Steiger,
 * Psychological Methods 9, 2004). Limits are 0 where F is as small as luck makes it.
 */
export function noncentralInterval(options: {
  f: number;
  degreesOfFreedom: readonly [number, number];
  scale: number;
  level: number;
}): { low: number; high: number } {
  const { f, degreesOfFreedom, scale, level } = options;
  const limit = (probability: number) => {
    const gap = (noncentrality: number) => noncentralFUpper(f, degreesOfFreedom, noncentrality) - probability;
    if (gap(0) >= 0) return 0;
    let high = 1;
    while (gap(high) < 0 && high < 1e6) high *= 2;
    return gap(high) < 0 ? high : findRoot(gap, { low: 0, high });
  };
  return { low: scale * limit((1 - level) / 2), high: scale * limit((1 + level) / 2) };
}

/**
 * A variance component, (mean square - error) times `share`, with Satterthwaite's interval (1946): the component is taken
 * as chi-square with matched degrees of freedom. The estimate can fall below 0; the interval is then from 0.
 */
export function chiSquareInterval(options: {
  mean: number;
  freedom: number;
  error: { mean: number; freedom: number } | null;
  share: number;
  level: number;
}): { variance: number; low: number; high: number } {
  const { mean, freedom, error, share, level } = options;
  const difference = mean - (error?.mean ?? 0);
  const variance = share * difference;
  const spread = mean ** 2 / freedom + (error ? error.mean ** 2 / error.freedom : 0);
  if (spread === 0) return { variance, low: variance, high: variance };
  const matched = Math.max(difference, 0) ** 2 / spread;
  const limit = (tail: number) =>
    Math.max(0, (share * freedom * mean) / chiSquareQuantile(tail, freedom) - share * (error?.mean ?? 0));
  if (matched < 1) return { variance, low: 0, high: limit((1 - level) / 2) };
  return {
    variance,
    low: (matched * variance) / chiSquareQuantile((1 + level) / 2, matched),
    high: (matched * variance) / chiSquareQuantile((1 - level) / 2, matched),
  };
}
