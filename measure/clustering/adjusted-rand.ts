/**
 * Agreement of two groupings of the same rows, 0 by chance and 1 for the same groups whatever their names (Hubert & Arabie, Journal of Classification 2, 1985; scikit-learn's
 * `adjusted_rand_score`). Rows in no cluster are one group, as there. 1 where both have one group, or each row by itself.
 */
export function adjustedRand(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const both = pairsWithin(Array.from(a, (label, row) => `${label} ${b[row]}`));
  const ofA = pairsWithin(Array.from(a, String));
  const ofB = pairsWithin(Array.from(b, String));
  const expected = (ofA * ofB) / ((a.length * (a.length - 1)) / 2);
  const most = (ofA + ofB) / 2;
  return most === both ? 1 : (both - expected) / (most - expected);
}

function pairsWithin(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
}
