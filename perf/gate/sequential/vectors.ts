import { readFileSync } from "node:fs";
import type { Random } from "../../../base/random.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";

/** Differences of two systems, a value a question: candidate minus baseline. */
export interface Vector {
  name: string;
  values: readonly number[];
}

/** Where the vectors are from: differences.json beside this file. */
export function readVectors(): Vector[] {
  const text = readFileSync(new URL("./differences.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { vectors: Vector[] }).vectors;
}

/** A vector's values, each with how often it is drawn. */
export interface Planted {
  values: readonly number[];
  /** Ascending, the last 1. */
  cumulative: readonly number[];
}

/**
 * The vector with another mean and nothing but the values that occur in it: questions are weighted by an exponential of their difference (tilting; Efron,
 * Canadian Journal of Statistics 9, 1981). Null where no weights give that mean.
 */
export function tilted({ values }: Vector, to: number): Planted | null {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(to > low && to < high)) return null;
  const weightsOf = (tilt: number) => values.map((value) => Math.exp(tilt * (value - (tilt > 0 ? high : low))));
  const meanOf = (tilt: number) => {
    const weights = weightsOf(tilt);
    const sum = weights.reduce((a, b) => a + b);
    return values.reduce((total, value, at) => total + value * weights[at]!, 0) / sum;
  };
  let [from, until] = [-400, 400];
  for (let step = 0; step < 80; step++) {
    const middle = (from + until) / 2;
    if (meanOf(middle) < to) from = middle;
    else until = middle;
  }
  if (Math.abs(meanOf(from) - to) > 1e-6) return null;
  const weights = weightsOf(from);
  const sum = weights.reduce((a, b) => a + b);
  let running = 0;
  return { values, cumulative: weights.map((weight) => (running += weight / sum)) };
}

/** What two repeats of a question have in common: a repeat keeps the question's value so often, else draws its own (correlation .5). */
const KEPT = Math.SQRT1_2;

/** The changes of so many questions, each the mean of its repeats. */
export function drawChanges(
  planted: Planted,
  { n, repeats }: { n: number; repeats: number },
  random: Random,
): number[] {
  return Array.from({ length: n }, () => {
    const own = drawOne(planted, random);
    if (repeats === 1) return own;
    return mean(Array.from({ length: repeats }, () => (random() < KEPT ? own : drawOne(planted, random))))!;
  });
}

function drawOne({ values, cumulative }: Planted, random: Random): number {
  const at = random();
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return values[low]!;
}
