/** Arithmetic mean, null for no values. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (divisor n - 1), null below two values. Two passes, so that equal values give exactly 0. */
export function standardDeviation(values: readonly number[]): number | null {
  const centre = mean(values);
  if (centre === null || values.length < 2) return null;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

/**
 * Quantile by linear interpolation between order statistics at (n - 1) q, Hyndman & Fan's type 7 (1996): the default of
 * R, NumPy and Excel. Null for no values. Throws a RangeError unless 0 <= q <= 1.
 */
export function quantile(values: readonly number[], q: number): number | null {
  return quantileSorted(Float64Array.from(values).sort(), q);
}

/** The same for values that are already in ascending order. */
export function quantileSorted(sorted: ArrayLike<number>, q: number): number | null {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`quantile ${q} is not between 0 and 1`);
  if (sorted.length === 0) return null;
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}

/** The middle value, or the mean of the two middle ones; null for no values. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5);
}
