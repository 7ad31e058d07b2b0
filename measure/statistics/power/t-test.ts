import { tQuantile } from "../basics/distributions.ts";
import { noncentralTUpper } from "../basics/noncentral.ts";

/** A t test whose power is asked for; defaults: alpha .05, two sides. */
export interface TTestPower {
  /** Mean difference in standard deviations: of the differences when paired, of a group otherwise. */
  effect: number;
  /** Pairs, or observations in each group. */
  n: number;
  design: "paired" | "two-groups";
  alpha?: number;
  sides?: 1 | 2;
}

/** Power of Student's t test, a probability from 0 to 1, by the noncentral t distribution, both tails (Cohen, Statistical Power Analysis, 1988). */
export function tTestPower({ effect, n, design, alpha = 0.05, sides = 2 }: TTestPower): number {
  const freedom = design === "paired" ? n - 1 : 2 * (n - 1);
  const noncentrality = Math.abs(effect) * Math.sqrt(design === "paired" ? n : n / 2);
  const critical = tQuantile(1 - alpha / sides, freedom);
  const found = noncentralTUpper(critical, freedom, noncentrality);
  return sides === 1 ? found : found + noncentralTUpper(critical, freedom, -noncentrality);
}
