import type { Points, VectorDistance } from "./points.ts";

/**
 * How far apart two clusters are. `average`: the mean distance of their pairs (UPGMA). `ward`: the square root of twice what merging them adds to the sum of
 * squares within clusters, as scipy and R's ward.D2 write it; of two single rows their Euclidean distance. For Ward by cosine give `unitVectors`.
 */
export type Linkage = { method: "ward" } | { method: "average"; distance: VectorDistance };

/** The distance of rows that a linkage goes by. */
export function distanceIn(linkage: Linkage): VectorDistance {
  return linkage.method === "ward" ? "euclidean" : linkage.distance;
}

/** What Ward's squared height is of the squared distance of two centroids, by the clusters' sizes. */
export function wardFactor(sizeA: number, sizeB: number): number {
  return (2 * sizeA * sizeB) / (sizeA + sizeB);
}

/** Where the pair of places a < b stands among all pairs of `count`: row by row of the upper triangle, as scipy's `pdist`. */
export function pairIndex(count: number, a: number, b: number): number {
  return a * count - (a * (a + 1)) / 2 + (b - a - 1);
}

/** Distance of two places. Equal rows are exactly 0 apart, under cosine too. Under cosine no row may be zero throughout. */
export function distanceOf(points: Points, distance: VectorDistance): (a: number, b: number) => number {
  const { data, dimensions } = points;
  if (distance === "euclidean")
    return (a, b) => Math.sqrt(squaredDistance(data, a * dimensions, data, b * dimensions, dimensions));
  const squares = squaredLengths(points);
  return (a, b) => {
    const product = dotProduct(data, a * dimensions, data, b * dimensions, dimensions);
    return Math.max(0, 1 - product / Math.sqrt(squares[a]! * squares[b]!));
  };
}

function squaredLengths({ data, count, dimensions }: Points): Float64Array {
  return Float64Array.from({ length: count }, (_, place) =>
    dotProduct(data, place * dimensions, data, place * dimensions, dimensions),
  );
}

/** Four sums side by side, so that no addition waits for the one before; always in the same order. */
export function dotProduct(a: Float64Array, fromA: number, b: Float64Array, fromB: number, length: number): number {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    sum0 += a[fromA + at]! * b[fromB + at]!;
    sum1 += a[fromA + at + 1]! * b[fromB + at + 1]!;
    sum2 += a[fromA + at + 2]! * b[fromB + at + 2]!;
    sum3 += a[fromA + at + 3]! * b[fromB + at + 3]!;
  }
  for (let at = whole; at < length; at++) sum0 += a[fromA + at]! * b[fromB + at]!;
  return sum0 + sum1 + (sum2 + sum3);
}

export function squaredDistance(
  a: Float64Array,
  fromA: number,
  b: Float64Array,
  fromB: number,
  length: number,
): number {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  const whole = length - (length % 4);
  for (let at = 0; at < whole; at += 4) {
    const gap0 = a[fromA + at]! - b[fromB + at]!;
    const gap1 = a[fromA + at + 1]! - b[fromB + at + 1]!;
    const gap2 = a[fromA + at + 2]! - b[fromB + at + 2]!;
    const gap3 = a[fromA + at + 3]! - b[fromB + at + 3]!;
    sum0 += gap0 * gap0;
    sum1 += gap1 * gap1;
    sum2 += gap2 * gap2;
    sum3 += gap3 * gap3;
  }
  for (let at = whole; at < length; at++) {
    const gap = a[fromA + at]! - b[fromB + at]!;
    sum0 += gap * gap;
  }
  return sum0 + sum1 + (sum2 + sum3);
}
