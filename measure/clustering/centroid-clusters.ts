import { dotProduct, type Linkage, squaredDistance, wardFactor } from "./distances.ts";
import type { ClusterSlots } from "./nearest-neighbour-chain.ts";
import type { Points } from "./points.ts";

/** Gap of two slots' clusters; where it is above `limit`, infinity will do. */
type Gap = (a: number, b: number, limit: number) => number;

/** Dimensions that are summed before a look at the limit. */
const BLOCK = 32;

/**
 * Clusters by what their rows add up to, without any matrix: memory for the rows alone. Ward's gap is 2 ab / (a + b) times the squared distance of the centroids; the mean of
 * 1 - cosine over all pairs of two clusters is 1 - the product of their mean unit vectors. Both exact but for rounding.
 */
export function centroidClusters(points: Points, sizes: Float64Array, method: Linkage["method"]): ClusterSlots {
  const { dimensions } = points;
  const means = method === "ward" ? points.data.slice() : directionsOf(points);
  const gapOf = method === "ward" ? wardGap(means, sizes, dimensions) : cosineGap(means, dimensions);
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
    },
    heightOf: method === "ward" ? Math.sqrt : (gap) => gap,
  };
}

function wardGap(means: Float64Array, sizes: Float64Array, dimensions: number): Gap {
  return (a, b, limit) => {
    const factor = wardFactor(sizes[a]!, sizes[b]!);
    let sum = 0;
    for (let from = 0; from < dimensions; from += BLOCK) {
      const length = Math.min(BLOCK, dimensions - from);
      sum += squaredDistance(means, a * dimensions + from, means, b * dimensions + from, length);
      if (factor * sum > limit) return Number.POSITIVE_INFINITY;
    }
    return factor * sum;
  };
}

function cosineGap(means: Float64Array, dimensions: number): Gap {
  return (a, b) => Math.max(0, 1 - dotProduct(means, a * dimensions, means, b * dimensions, dimensions));
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
