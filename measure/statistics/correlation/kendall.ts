import { normalTwoSidedP } from "../basics/distributions.ts";

/** Up to this many pairs without ties p is exact. */
const EXACT_UP_TO = 60;

/** Counts of pairs, both taus (-1 to 1) and p. */
export interface Kendall {
  concordant: number;
  discordant: number;
  /** Tied pairs count 0, all pairs in the denominator (1938). */
  tauA: number;
  /** Corrected for ties (1945); null where one side is constant. */
  tauB: number | null;
  /** Two-sided: exact without ties up to 60 pairs, else the normal approximation with tie correction. Null where tau-b is. */
  p: number | null;
  exact: boolean;
}

/** Kendall's rank correlation of pairs of numbers (Biometrika 30, 1938; with ties 33, 1945), -1 to 1. Null below two pairs. */
export function kendall(x: readonly number[], y: readonly number[], method?: "exact" | "normal"): Kendall | null {
  const n = x.length;
  if (n < 2) return null;
  const all = (n * (n - 1)) / 2;
  const [tiesX, tiesY] = [tieSizes(x), tieSizes(y)];
  const tiesBoth = tieSizes(x.map((value, i) => `${value} ${y[i]}`));
  const free = (sizes: readonly number[]) => all - sizes.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0);
  const discordant = countInversions(x, y);
  const concordant = free(tiesX) + free(tiesY) - free(tiesBoth) - discordant;
  const denominator = Math.sqrt(free(tiesX)) * Math.sqrt(free(tiesY));
  const difference = concordant - discordant;
  const tauB = denominator > 0 ? difference / denominator : null;
  const untied = tiesX.length === n && tiesY.length === n;
  const exact = untied && (method ? method === "exact" : n <= EXACT_UP_TO);
  const p =
    tauB === null
      ? null
      : exact
        ? exactP(n, Math.min(concordant, discordant))
        : normalP({ n, difference, tiesX, tiesY });
  return { concordant, discordant, tauA: difference / all, tauB, p, exact };
}

/** Pairs in opposite order, by sorting on x and merging on y (Knight, JASA 61, 1966): n log n steps. */
function countInversions(x: readonly number[], y: readonly number[]): number {
  const order = x.map((_, i) => i).sort((a, b) => x[a]! - x[b]! || y[a]! - y[b]!);
  let list = Float64Array.from(order, (i) => y[i]!);
  let next = new Float64Array(list.length);
  let inversions = 0;
  for (let width = 1; width < list.length; width *= 2) {
    for (let start = 0; start < list.length; start += 2 * width) {
      const middle = Math.min(start + width, list.length);
      const end = Math.min(start + 2 * width, list.length);
      let [left, right] = [start, middle];
      for (let place = start; place < end; place++) {
        const fromLeft = left < middle && (right >= end || list[left]! <= list[right]!);
        if (!fromLeft) inversions += middle - left;
        next[place] = fromLeft ? list[left++]! : list[right++]!;
      }
    }
    [list, next] = [next, list];
  }
  return inversions;
}

function tieSizes(values: readonly (number | string)[]): number[] {
  const sizes = new Map<number | string, number>();
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  return [...sizes.values()];
}

/** Share of all orders with at most this many inversions, both tails; inversions are counted by adding one item at a time. */
function exactP(n: number, fewer: number): number {
  let shares = [1];
  for (let items = 2; items <= n; items++) {
    const next = new Array<number>(shares.length + items - 1).fill(0);
    shares.forEach((share, inversions) => {
      for (let added = 0; added < items; added++) next[inversions + added]! += share / items;
    });
    shares = next;
  }
  const tail = shares.slice(0, fewer + 1).reduce((sum, share) => sum + share, 0);
  return Math.min(1, 2 * tail);
}

/** Variance of concordant minus discordant pairs under independence with ties (Kendall, Rank Correlation Methods, 1970). */
function normalP(options: {
  n: number;
  difference: number;
  tiesX: readonly number[];
  tiesY: readonly number[];
}): number {
  const { n, difference, tiesX, tiesY } = options;
  const total = (sizes: readonly number[], f: (t: number) => number) => sizes.reduce((sum, t) => sum + f(t), 0);
  const pairs = (t: number) => t * (t - 1);
  const triples = (t: number) => t * (t - 1) * (t - 2);
  const weighted = (t: number) => t * (t - 1) * (2 * t + 5);
  const variance =
    (weighted(n) - total(tiesX, weighted) - total(tiesY, weighted)) / 18 +
    (total(tiesX, pairs) * total(tiesY, pairs)) / (2 * pairs(n)) +
    (n > 2 ? (total(tiesX, triples) * total(tiesY, triples)) / (9 * triples(n)) : 0);
  return normalTwoSidedP(difference / Math.sqrt(variance));
}
