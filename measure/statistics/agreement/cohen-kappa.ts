export type KappaWeighting = "none" | "linear" | "quadratic";

/** How categories are weighted against each other, how often each pair counts, which categories there are. */
export interface KappaOptions {
  weighting?: KappaWeighting;
  /** Pair i counts this many times. */
  weights?: ArrayLike<number>;
  /** All categories in order; default: those that occur. A gap in an ordinal scale matters for weighted kappa. */
  categories?: readonly number[];
}

/**
 * Cohen's kappa of two raters: 1 - observed / expected disagreement, the latter from both raters' own frequencies
 * (Cohen 1960; weighted 1968). Null where no disagreement can be expected (both always give one and the same category).
 */
export function cohenKappa(a: readonly number[], b: readonly number[], options: KappaOptions = {}): number | null {
  const categories = options.categories ?? [...new Set([...a, ...b])].sort((x, y) => x - y);
  const table = crossTable(a, b, { categories, weights: options.weights });
  const rows = table.map((row) => row.reduce((sum, n) => sum + n, 0));
  const columns = categories.map((_, j) => table.reduce((sum, row) => sum + row[j]!, 0));
  const total = rows.reduce((sum, n) => sum + n, 0);
  let observed = 0;
  let expected = 0;
  table.forEach((row, i) => {
    row.forEach((n, j) => {
      const distance = disagreement(i - j, options.weighting ?? "none");
      observed += distance * n;
      expected += (distance * rows[i]! * columns[j]!) / total;
    });
  });
  return expected > 0 ? 1 - observed / expected : null;
}

function crossTable(
  a: readonly number[],
  b: readonly number[],
  { categories, weights }: { categories: readonly number[]; weights?: ArrayLike<number> },
): number[][] {
  const place = new Map(categories.map((category, index) => [category, index]));
  const table = categories.map(() => categories.map(() => 0));
  a.forEach((category, i) => {
    table[place.get(category)!]![place.get(b[i]!)!]! += weights ? weights[i]! : 1;
  });
  return table;
}

function disagreement(steps: number, weighting: KappaWeighting): number {
  if (weighting === "linear") return Math.abs(steps);
  if (weighting === "quadratic") return steps ** 2;
  return steps === 0 ? 0 : 1;
}
