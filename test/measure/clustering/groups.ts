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
