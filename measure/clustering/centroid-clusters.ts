import { dotProduct, type Linkage, squaredDistance, wardFactor } from "./distances.ts";
import { gapToMerged } from "./matrix-clusters.ts";
import type { ClusterSlots } from "./nearest-neighbour-chain.ts";
import type { Points } from "./points.ts";

/** Gap of two slots' clusters; where it is above `limit`, infinity will do. */
type Gap = (a: number, b: number, limit: number) => number;

/** Dimensions that are summed before a look at the limit. */
const BLOCK = 32;

/**
 * Clusters by the mean of their rows, without any matrix: memory for the rows alone. Ward's gap is 2 ab / (a + b) times the squared distance of the means; the mean of 1 - cosine over all pairs
 * of two clusters is 1 - the product of their mean unit vectors. Both exact but for rounding, and both grow with the squared distance of the means, dimension by dimension:
 * a sum that is above what the nearest needs is not ended.
 */
export function centroidClusters(points: Points, sizes: Float64Array, method: Linkage["method"]): ClusterSlots {
  const { count, dimensions } = points;
  const means = method === "ward" ? points.data.slice() : directionsOf(points);
  const squareOf = (slot: number) => dotProduct(means, slot * dimensions, means, slot * dimensions, dimensions);
  const squares = Float64Array.from({ length: count }, (_, slot) => squareOf(slot));
  const meansGap = (a: number, b: number, limit: number) => squaredGap(means, dimensions, { a, b, limit });
  const gapOf = method === "ward" ? wardGap(meansGap, sizes) : cosineGap(meansGap, squares);
  return {
    nearest(x, active, preferred) {
      let slot = preferred ?? -1;
      let gap = preferred === null ? Number.POSITIVE_INFINITY : gapOf(x, preferred, Number.POSITIVE_INFINITY);
      for (let i = 0; i < active.length; i++) {
        const other = active[i]!;
        if (other === x) continue;
        const found = gapOf(x, other, gap);
        if (found < gap) {
          gap = found;
          slot = other;
        }
      }
      return { slot, gap };
    },
    join(a, b) {
      const all = sizes[a]! + sizes[b]!;
      for (let at = 0; at < dimensions; at++) {
        const sum = sizes[a]! * means[a * dimensions + at]! + sizes[b]! * means[b * dimensions + at]!;
        means[b * dimensions + at] = sum / all;
      }
      sizes[b] = all;
      squares[b] = squareOf(b);
    },
    heightOf: gapToMerged(method).heightOf,
  };
}

function wardGap(meansGap: Gap, sizes: Float64Array): Gap {
  return (a, b, limit) => {
    const factor = wardFactor(sizes[a]!, sizes[b]!);
    return factor * meansGap(a, b, limit / factor);
  };
}

/** 1 - a b is 1 - (a^2 + b^2 - (a - b)^2) / 2. */
function cosineGap(meansGap: Gap, squares: Float64Array): Gap {
  return (a, b, limit) => {
    const both = squares[a]! + squares[b]!;
    return Math.max(0, 1 - (both - meansGap(a, b, 2 * limit - 2 + both)) / 2);
  };
}

function squaredGap(
  means: Float64Array,
  dimensions: number,
  { a, b, limit }: { a: number; b: number; limit: number },
): number {
  let sum = 0;
  for (let from = 0; from < dimensions; from += BLOCK) {
    const length = Math.min(BLOCK, dimensions - from);
    sum += squaredDistance(means, a * dimensions + from, means, b * dimensions + from, length);
    // A hair above, so that no rounding of the limit hides an equal.
    if (sum > limit * (1 + 1e-12) + 1e-12) return Number.POSITIVE_INFINITY;
  }
  return sum;
}

function directionsOf({ data, count, dimensions }: Points): Float64Array {
  const directions = new Float64Array(data.length);
  for (let place = 0; place < count; place++) {
    const from = place * dimensions;
    const length = Math.sqrt(dotProduct(data, from, data, from, dimensions));
    for (let at = from; at < from + dimensions; at++) directions[at] = data[at]! / length;
  }
  return directions;
}
