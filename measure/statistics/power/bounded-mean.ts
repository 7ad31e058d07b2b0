import { normalQuantile, tQuantile, tUpper } from "../basics/distributions.ts";
import { exponentialSumAbove } from "../basics/exponential-sum.ts";
import { findCrossing } from "../basics/find-crossing.ts";
import type { Range } from "../comparison/bounded-mean-test.ts";
import { detectableLoss } from "./pass-fail.ts";

export interface BoundedDesign {
  /** Scenarios. */
  n: number;
  /** Standard deviation of one scenario's difference. */
  sd: number;
  /** Two-sided level of one test; after Bonferroni where several share one. */
  alpha: number;
  /** Of a difference. */
  range: Range;
}

/**
 * Smallest mean difference above 0 that `boundedMeanTest` finds with this power; null where so few scenarios find none. The sample is
 * imagined with normal scores of this spread around its mean, cut off at the range; the mean varies as Student's t does. Simulated
 * power is near it from 26 values on, below it with fewer (docs/method/gate.md). With `passOrFail` each difference is one end of the range, the other, or 0: exact.
 */
export function detectableMean(
  { passOrFail = false, ...design }: BoundedDesign & { passOrFail?: boolean },
  power = 0.8,
): number | null {
  if (passOrFail) {
    const { high } = design.range;
    const loss = detectableLoss({ ...design, sd: design.sd / high }, power);
    return loss === null ? null : loss * high;
  }
  const critical = criticalMean(design);
  if (critical === null) return null;
  const found = critical + tQuantile(power, design.n - 1) * (design.sd / Math.sqrt(design.n));
  return found <= design.range.high ? found : null;
}

/** Power of the test at this mean difference. */
export function boundedMeanPower(difference: number, design: BoundedDesign): number {
  const critical = criticalMean(design);
  if (critical === null) return 0;
  return tUpper((critical - Math.abs(difference)) / (design.sd / Math.sqrt(design.n)), design.n - 1);
}

/** Mean of such a sample that is just significant. */
function criticalMean({ n, sd, alpha, range }: BoundedDesign): number | null {
  if (n < 2) return null;
  const scores = Array.from({ length: n }, (_, i) => normalQuantile((i + 0.5) / n));
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0) / (n - 1));
  const sample = (mean: number) =>
    scores.map((score) => Math.max(range.low, Math.min(range.high, mean + (score / spread) * sd)));
  // As normal quantiles, which are nearly a straight line.
  const excess = (mean: number) => {
    const gaps = Float64Array.of(-range.low, ...sample(mean).map((value) => -value));
    return Math.max(-40, normalQuantile(exponentialSumAbove(gaps))) - normalQuantile(alpha / 2);
  };
  if (excess(range.high) > 0) return null;
  const limit = findCrossing(excess, { low: 0, high: range.high, tolerance: 1e-5 });
  // Its own mean: the part that was cut off is not there.
  return sample(limit).reduce((sum, value) => sum + value, 0) / n;
}
