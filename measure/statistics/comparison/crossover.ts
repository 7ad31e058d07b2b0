import { type Random, shuffle } from "../../../base/random.ts";
import { mean, standardDeviation } from "../basics/describe.ts";
import { tQuantile, tTwoSidedP } from "../basics/distributions.ts";
import type { PairedT } from "./paired-t.ts";

/** What one person gave in the first and in the second period. */
export type TwoPeriods = readonly [first: number, second: number];

/** A difference with its interval and Student's t test. */
type CrossoverEffect = Pick<PairedT, "difference" | "low" | "high" | "t" | "degreesOfFreedom" | "p">;

export interface Crossover {
  /** A minus B, whatever the order. */
  treatment: CrossoverEffect;
  /** First minus second period, whatever the treatment: the order effect. */
  period: CrossoverEffect;
  /** Two-sided p of "no treatment effect" by the draw of the orders: no assumption about the distribution. */
  p: number;
  exact: boolean;
}

/** Up to so many ways of drawing the orders all are tried: 10 of 20 people. */
const EXACT_UP_TO = 200_000;
const SAMPLED = 10_000;

/**
 * An AB/BA crossover: effects of treatment and period by the two-sample t method on within-person differences (Hills and Armitage 1979,
 * British Journal of Clinical Pharmacology 8, 7-20; Senn 2002, Cross-over Trials in Clinical Research, section 3.6). Carry-over is not tested: a pre-test for it
 * biases what follows (Freeman 1989), and a study plans against it. The p of the treatment comes from drawing the orders anew, as many people in each.
 * Null below two people in either order, or where the differences within both orders are all equal.
 */
export function crossover(
  { ab, ba }: { ab: readonly TwoPeriods[]; ba: readonly TwoPeriods[] },
  { random, level = 0.95 }: { random: Random; level?: number },
): Crossover | null {
  const [first, second] = [ab, ba].map((people) => people.map(([one, two]) => one - two)) as [number[], number[]];
  const spread = pooledVariance(first, second);
  if (spread === null || spread === 0) return null;
  const [inAb, inBa] = [mean(first)!, mean(second)!];
  const degreesOfFreedom = first.length + second.length - 2;
  const error = Math.sqrt(spread * (1 / first.length + 1 / second.length)) / 2;
  const half = tQuantile((1 + level) / 2, degreesOfFreedom) * error;
  const effect = (difference: number): CrossoverEffect => {
    const t = difference / error;
    const [low, high] = [difference - half, difference + half];
    return { difference, low, high, t, degreesOfFreedom, p: tTwoSidedP(t, degreesOfFreedom) };
  };
  return {
    treatment: effect((inAb - inBa) / 2),
    period: effect((inAb + inBa) / 2),
    ...redraw(first, second, random),
  };
}

function pooledVariance(first: readonly number[], second: readonly number[]): number | null {
  const [one, other] = [standardDeviation(first), standardDeviation(second)];
  if (one === null || other === null) return null;
  return ((first.length - 1) * one ** 2 + (second.length - 1) * other ** 2) / (first.length + second.length - 2);
}

/** Share of the draws whose contrast of the two orders is at least as far from 0; ties up to rounding count. */
function redraw(first: readonly number[], second: readonly number[], random: Random): { p: number; exact: boolean } {
  const all = [...first, ...second];
  const total = all.reduce((sum, value) => sum + value, 0);
  const size = first.length;
  const contrast = (sum: number) => Math.abs(sum / size - (total - sum) / (all.length - size));
  const observed = first.reduce((sum, value) => sum + value, 0);
  const bar = contrast(observed) - 1e-10 * all.reduce((sum, value) => sum + Math.abs(value), 0);
  const draws = ways(all.length, size);
  if (draws <= EXACT_UP_TO) {
    let extreme = 0;
    for (const sum of sumsOf(all, size)) if (contrast(sum) >= bar) extreme++;
    return { p: extreme / draws, exact: true };
  }
  let extreme = 0;
  for (let draw = 0; draw < SAMPLED; draw++) {
    const sum = shuffle(random, all)
      .slice(0, size)
      .reduce((rest, value) => rest + value, 0);
    if (contrast(sum) >= bar) extreme++;
  }
  return { p: (extreme + 1) / (SAMPLED + 1), exact: false };
}

function ways(n: number, k: number): number {
  let count = 1;
  for (let i = 1; i <= k; i++) count = (count * (n - k + i)) / i;
  return Math.round(count);
}

/** The sums of every choice of so many values. */
function* sumsOf(values: readonly number[], size: number, from = 0, sum = 0): Generator<number> {
  if (size === 0) yield sum;
  else
    for (let at = from; at <= values.length - size; at++)
      yield* sumsOf(values, size - 1, at + 1, sum + (values[at] ?? 0));
}
