import { fQuantile } from "../basics/distributions.ts";
import { noncentralFUpper } from "../basics/noncentral.ts";

/** Power of a one-way analysis of variance; `f` is Cohen's effect, sd of the group means over sd within (1988, chapter 8). */
export function anovaPower({
  f,
  groups,
  n,
  alpha = 0.05,
}: {
  f: number;
  groups: number;
  n: number;
  alpha?: number;
}): number {
  const freedom: readonly [number, number] = [groups - 1, groups * (n - 1)];
  return noncentralFUpper(fQuantile(1 - alpha, ...freedom), freedom, groups * n * f ** 2);
}
