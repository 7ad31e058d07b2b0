import { mean as plainMean, quantileSorted as plainQuantile, sampleStandardDeviation } from "simple-statistics";

/** Arithmetic mean by definition (compensated sum), in the units of the values; null for no values. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : plainMean([...values]);
}

/** Sample standard deviation by definition (divisor n - 1), in the units of the values; null below two values. */
export function standardDeviation(values: readonly number[]): number | null {
  return values.length < 2 ? null : sampleStandardDeviation([...values]);
}

/**
 * Quantile by linear interpolation between order statistics at (n - 1) q, Hyndman & Fan's type 7 (1996): the default of
 * R and NumPy. Null for no values. Throws a RangeError unless 0 <= q <= 1.
 */
export function quantile(values: readonly number[], q: number): number | null {
  return quantileSorted([...Float64Array.from(values).sort()], q);
}

/** The same for values that are already in ascending order. */
export function quantileSorted(sorted: readonly number[], q: number): number | null {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`quantile ${q} is not between 0 and 1`);
  return sorted.length === 0 ? null : plainQuantile(sorted as number[], q);
}

/** The middle value by definition, or the mean of the two middle ones, in the units of the values; null for no values. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}
