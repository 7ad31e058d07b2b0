import type { Random } from "../../base/random.ts";
import { randomInteger } from "../../base/random.ts";
import { tUpper } from "../../measure/statistics/basics/distributions.ts";
import { boundedMeanTest, DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import { signFlipTest } from "../../measure/statistics/comparison/sign-flip.ts";
import { skewnessAdjustedT } from "../../measure/statistics/comparison/skewness-adjusted-t.ts";

/** One-sided p that the mean of differences between -1 and 1 is below 0. */
export type LossTest = (values: readonly number[], random: Random) => number;

export const LOSS_TESTS: Readonly<Record<string, LossTest>> = {
  "sign flips": (values, random) => {
    const { p, difference } = signFlipTest(values, { random, permutations: 999 })!;
    return difference < 0 ? p / 2 : 1 - p / 2;
  },
  t: (values) => {
    const { t, n } = studentized(values);
    return tUpper(-t, n - 1);
  },
  "Johnson's t": (values) => skewnessAdjustedT(values)?.pLess ?? 1,
  "bootstrap-t": bootstrapT,
  Hoeffding: (values) => Math.exp((-values.length * Math.max(0, -average(values)) ** 2) / 2),
  "Maurer-Pontil": maurerPontil,
  betting: betting,
  "bounded mean": (values) => boundedMeanTest(values, { range: DIFFERENCE_OF_SHARES })!.pLess,
};

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const centre = average(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

/** Without any spread t is without bound, as the textbook's test has it. */
function studentized(values: readonly number[], mean = 0): { t: number; n: number } {
  const gap = average(values) - mean;
  const error = Math.sqrt(variance(values) / values.length);
  return { t: Math.abs(gap) < 1e-12 ? 0 : gap / Math.max(error, 1e-12), n: values.length };
}

/** Studentised bootstrap (Efron & Tibshirani 1993, section 12.5), 299 resamples. */
function bootstrapT(values: readonly number[], random: Random): number {
  const centre = average(values);
  const { t } = studentized(values);
  let below = 0;
  for (let k = 0; k < 299; k++) {
    const resample = values.map(() => values[randomInteger(random, values.length)]!);
    if (studentized(resample, centre).t <= t) below++;
  }
  return (below + 1) / 300;
}

/** Empirical Bernstein (Maurer & Pontil 2009, theorem 4) solved for its level, the range being 2. */
function maurerPontil(values: readonly number[]): number {
  const n = values.length;
  const loss = -average(values);
  if (loss <= 0) return 1;
  // loss = sqrt(2 v L / n) + 2 * 7 L / (3 (n - 1)), L = log(2 / p).
  const [a, b] = [14 / (3 * (n - 1)), Math.sqrt((2 * variance(values)) / n)];
  const root = (-b + Math.sqrt(b ** 2 + 4 * a * loss)) / (2 * a);
  return Math.min(1, 2 * Math.exp(-(root ** 2)));
}

/** Capital of predictable bets against "the mean is not below 0" (Waudby-Smith & Ramdas, JRSS B 86, 2024), bets for a fixed n at 2.5 %. */
function betting(values: readonly number[]): number {
  const scaled = values.map((value) => (1 - value) / 2);
  let [sum, squares, capital, best] = [0.5, 0.25, 1, 1];
  scaled.forEach((x, i) => {
    const bet = Math.sqrt((2 * Math.log(1 / 0.025)) / (scaled.length * (squares / (i + 1))));
    capital *= 1 + Math.min(bet, 1.5) * (x - 0.5);
    best = Math.max(best, capital);
    sum += x;
    squares += (x - sum / (i + 2)) ** 2;
  });
  return 1 / best;
}
