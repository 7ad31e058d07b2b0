import { makeRandom, type Random } from "../../../base/random.ts";

/** Round clusters of `sizes[k]` rows, their centres `apart` from each other on axes of their own, rows within about 1 of them. */
export function planted(
  sizes: readonly number[],
  { apart = 20, seed = "planted" } = {},
): {
  vectors: number[][];
  truth: number[];
} {
  const random = makeRandom(seed);
  const truth = sizes.flatMap((size, cluster) => new Array<number>(size).fill(cluster));
  const vectors = truth.map((cluster) =>
    sizes.map((_, axis) => (axis === cluster ? apart : 0) + 1 + normal(random) / 3),
  );
  return { vectors, truth };
}

/** Sum of twelve uniform numbers: normal enough. */
function normal(random: Random): number {
  return Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
}

/** Whether two labellings group alike, whatever the labels are. */
export function groupAlike(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  const pairs = new Set(Array.from(a, (label, row) => `${label} ${b[row]}`));
  return new Set(Array.from(a)).size === pairs.size && new Set(Array.from(b)).size === pairs.size;
}

/** Hubert & Arabie, Journal of Classification 2, 1985; 1 where both have one group. */
export function adjustedRand(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const pairs = (keys: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0);
  };
  const both = pairs(Array.from(a, (label, row) => `${label} ${b[row]}`));
  const [ofA, ofB] = [a, b].map((labels) => pairs(Array.from(labels, String)));
  const expected = (ofA! * ofB!) / ((a.length * (a.length - 1)) / 2);
  const most = (ofA! + ofB!) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}
