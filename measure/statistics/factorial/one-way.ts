import { fUpper } from "../basics/distributions.ts";

/** One-way analysis of variance (Fisher 1925) and the variance between groups, for groups of any size. Null without two groups and an error. */
export function oneWay(groups: readonly (readonly number[])[]) {
  const all = groups.flat();
  const freedom: readonly [number, number] = [groups.length - 1, all.length - groups.length];
  if (freedom[0] < 1 || freedom[1] < 1) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const grand = mean(all);
  const squares = (values: readonly number[], centre: number) => values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
  const meanBetween = groups.reduce((sum, group) => sum + group.length * (mean(group) - grand) ** 2, 0) / freedom[0];
  const meanWithin = groups.reduce((sum, group) => sum + squares(group, mean(group)), 0) / freedom[1];
  const sizes = groups.reduce((sum, group) => sum + group.length ** 2, 0);
  const size = (all.length ** 2 - sizes) / (freedom[0] * all.length);
  const f = meanBetween / meanWithin;
  return {
    meanBetween,
    meanWithin,
    f,
    p: fUpper(f, ...freedom),
    degreesOfFreedom: freedom,
    between: Math.max(0, (meanBetween - meanWithin) / size),
    within: meanWithin,
  };
}
