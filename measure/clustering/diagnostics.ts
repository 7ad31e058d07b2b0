import { power } from "../../base/power.ts";
import { type Random, randomInteger, shuffle } from "../../base/random.ts";
import { quantile } from "../statistics/basics/describe.ts";
import { squaredDistance } from "./distances.ts";
import { arrangePoints, type Points, type VectorDistance } from "./points.ts";
import { nearestNeighbours } from "./reduction/neighbours.ts";
import { principalComponents } from "./reduction/pca.ts";

/** Share of all variance that the first so many principal components hold, for each number of them that there is. */
export function varianceExplained(
  vectors: readonly ArrayLike<number>[],
  numbers: readonly number[],
): { components: number; share: number }[] {
  const points = arrangePoints(vectors);
  const reduced = principalComponents(points, Math.max(...numbers));
  const total = variances(points).reduce((sum, value) => sum + value, 0);
  const kept = variances(reduced);
  return numbers
    .filter((components) => components <= kept.length)
    .map((components) => ({
      components,
      share: total > 0 ? kept.slice(0, components).reduce((sum, value) => sum + value, 0) / total : 0,
    }));
}

/** By dimension; the count of rows, which all shares have in common, is not divided by. */
function variances({ data, count, dimensions }: Points): number[] {
  return Array.from({ length: dimensions }, (_, axis) => {
    let [sum, squares] = [0, 0];
    for (let at = axis; at < data.length; at += dimensions) {
      sum += data[at]!;
      squares += data[at]! ** 2;
    }
    return squares - sum ** 2 / count;
  });
}

const [COMPONENTS, MOST_SAMPLED] = [8, 100];

/**
 * Hopkins' statistic (Hopkins & Skellam, Annals of Botany 18, 1954; the exponent as in Wright, The R Journal 14, 2022): of points drawn at random and of rows drawn, the distance to the nearest other row to the
 * power of the dimensions; the share that the former have of both sums. About a half where rows lie as by chance, towards 1 where they lie in heaps, which need not be separate. Our variant: in the first eight
 * principal components, over a tenth of the rows, 100 at most; a point takes its value along each component from a row drawn for it. Drawn evenly from the box around the rows, as is usual, points are far
 * from any round cloud of eight dimensions, and the statistic near 1 for all. Null for fewer than 20 rows.
 */
export function hopkins(vectors: readonly ArrayLike<number>[], random: Random): number | null {
  const sampled = Math.min(MOST_SAMPLED, Math.floor(vectors.length / 10));
  if (sampled < 2) return null;
  const { data, count, dimensions } = principalComponents(arrangePoints(vectors), COMPONENTS);
  const powered = (point: Float64Array, at: number, itself: number) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < count; place++)
      if (place !== itself)
        nearest = Math.min(nearest, squaredDistance(data, place * dimensions, point, at, dimensions));
    return power(nearest, dimensions / 2);
  };
  let [even, own] = [0, 0];
  for (const place of shuffle(random, [...Array(count).keys()]).slice(0, sampled)) {
    const drawn = Float64Array.from(
      { length: dimensions },
      (_, axis) => data[randomInteger(random, count) * dimensions + axis]!,
    );
    even += powered(drawn, 0, -1);
    own += powered(data, place * dimensions, place);
  }
  return even + own > 0 ? even / (even + own) : null;
}

/** Quantiles over rows of the distance to the nearest other row and to the `further`-nearest. */
export function neighbourDistances(
  vectors: readonly ArrayLike<number>[],
  { distance, further, quantiles }: { distance: VectorDistance; further: number; quantiles: readonly number[] },
): { nearest: (number | null)[]; further: (number | null)[] } {
  const { each, distances } = nearestNeighbours(arrangePoints(vectors, distance), distance, further);
  const at = (place: number) =>
    quantiles.map((q) => quantile([...distances.filter((_, index) => index % each === place)], q));
  return { nearest: at(0), further: at(each - 1) };
}
