import { clusteredSlope } from "../basics/clustered-line.ts";
import { midranks } from "../basics/ranks.ts";

/**
 * Two-sided p of Pearson's correlation when pairs come in clusters: a correlation is 0 where the least-squares slope is, and
 * that is tested by `clusteredSlope`. Null where that is.
 */
export function clusteredPearsonP(
  x: readonly number[],
  y: readonly number[],
  clusters: readonly string[],
): number | null {
  return clusteredSlope(x, y, { clusters })?.p ?? null;
}

/** The same of Spearman's, which is Pearson's of the midranks; that ranks depend on all pairs is left out of account. */
export function clusteredSpearmanP(
  x: readonly number[],
  y: readonly number[],
  clusters: readonly string[],
): number | null {
  return clusteredPearsonP([...midranks(x)], [...midranks(y)], clusters);
}
