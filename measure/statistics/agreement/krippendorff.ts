export type AlphaLevel = "nominal" | "ordinal" | "interval";

/** Scale of the values, and how often each unit counts. */
export interface AlphaOptions {
  level: AlphaLevel;
  /** Unit u counts this many times. */
  weights?: ArrayLike<number>;
}

/**
 * Krippendorff's alpha: 1 - observed / expected disagreement over all pairs of values within units, any number of raters,
 * missing values as null (Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011).
 * `units[u][r]` is rater r's value for unit u; units with fewer than two values do not count. Ordinal distances depend on
 * how often each value occurs. Null where nothing can disagree: no pairable unit, or one value only.
 */
export function krippendorffAlpha(
  units: readonly (readonly (number | null)[])[],
  options: AlphaOptions,
): number | null {
  const values = [...new Set(units.flat().filter((value) => value !== null))].sort((a, b) => a - b);
  const coincidences = countCoincidences(units, values, options.weights);
  const totals = coincidences.map((row) => row.reduce((sum, n) => sum + n, 0));
  const all = totals.reduce((sum, n) => sum + n, 0);
  const distance = distances(values, totals, options.level);
  let observed = 0;
  let expected = 0;
  coincidences.forEach((row, c) => {
    row.forEach((n, k) => {
      observed += n * distance(c, k);
      expected += totals[c]! * totals[k]! * distance(c, k);
    });
  });
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : null;
}

/** Coincidence matrix: within a unit of m values each ordered pair adds 1 / (m - 1). */
function countCoincidences(
  units: readonly (readonly (number | null)[])[],
  values: readonly number[],
  weights?: ArrayLike<number>,
): number[][] {
  const place = new Map(values.map((value, index) => [value, index]));
  const matrix = values.map(() => values.map(() => 0));
  units.forEach((unit, u) => {
    const codes = unit.filter((value) => value !== null).map((value) => place.get(value)!);
    if (codes.length < 2) return;
    const share = (weights ? weights[u]! : 1) / (codes.length - 1);
    codes.forEach((c, i) => {
      codes.forEach((k, j) => {
        if (i !== j) matrix[c]![k]! += share;
      });
    });
  });
  return matrix;
}

/** Squared distance between the c-th and the k-th value. */
function distances(
  values: readonly number[],
  totals: readonly number[],
  level: AlphaLevel,
): (c: number, k: number) => number {
  if (level === "nominal") return (c, k) => (c === k ? 0 : 1);
  if (level === "interval") return (c, k) => (values[c]! - values[k]!) ** 2;
  let below = 0;
  const middles = totals.map((n) => {
    below += n;
    return below - n / 2; // Values up to the middle of this one's.
  });
  return (c, k) => (middles[c]! - middles[k]!) ** 2;
}
