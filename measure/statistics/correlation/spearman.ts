import { levelsOf, midranks, rankLevels } from "../basics/ranks.ts";
import { correlationP, pearson } from "./pearson.ts";

/** Up to this many pairs p is exact: 8! = 40,320 orders. */
const EXACT_UP_TO = 8;

/** Spearman's rank correlation (American Journal of Psychology 15, 1904), -1 to 1: Pearson's of the midranks, so ties are right. Null where one side is constant or n < 2. */
export function spearman(x: readonly number[], y: readonly number[]): number | null {
  return pearson(midranks(x), midranks(y));
}

/** The same, to be called many times with other weights (bootstrap). */
export function weightedSpearman(
  x: readonly number[],
  y: readonly number[],
): (weights: ArrayLike<number>) => number | null {
  const left = levelsOf(x);
  const right = levelsOf(y);
  const leftRanks = new Float64Array(x.length);
  const rightRanks = new Float64Array(y.length);
  return (weights) => pearson(rankLevels(left, weights, leftRanks), rankLevels(right, weights, rightRanks), weights);
}

/**
 * Two-sided p of Spearman's correlation under independence: exact over all orders of y up to 8 pairs (share of orders
 * with at least this |rho|), beyond that by the t approximation, as scipy and R do with ties. Pairs must be independent.
 */
export function spearmanP(x: readonly number[], y: readonly number[]): number | null {
  const rho = spearman(x, y);
  if (rho === null) return null;
  return x.length <= EXACT_UP_TO ? exactP(x, y, rho) : correlationP(rho, x.length);
}

function exactP(x: readonly number[], y: readonly number[], rho: number): number {
  const left = midranks(x);
  const right = midranks(y);
  let orders = 0;
  let extreme = 0;
  forEachOrder(right, (order) => {
    orders++;
    // Equal up to rounding counts as "at least".
    if (Math.abs(pearson(left, order)!) >= Math.abs(rho) - 1e-12) extreme++;
  });
  return extreme / orders;
}

/** All orders of a list in place, by Heap's algorithm (1963). */
function forEachOrder(list: Float64Array, visit: (order: Float64Array) => void, size = list.length): void {
  if (size <= 1) {
    visit(list);
    return;
  }
  for (let i = 0; i < size; i++) {
    forEachOrder(list, visit, size - 1);
    const other = size % 2 === 0 ? i : 0;
    const last = list[size - 1]!;
    list[size - 1] = list[other]!;
    list[other] = last;
  }
}
