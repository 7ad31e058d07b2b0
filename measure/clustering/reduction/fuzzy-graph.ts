import { portableExp, portableLog } from "../../../base/portable-math.ts";
import type { NearestPlaces } from "./neighbours.ts";

/** Pairs of places and how surely they are neighbours, 0 to 1; each pair stands in both directions, by its first place, then by its second. */
export interface FuzzyGraph {
  heads: Uint32Array;
  tails: Uint32Array;
  weights: Float64Array;
}

/**
 * UMAP's fuzzy union (McInnes, Healy & Melville, arXiv:1802.03426, algorithms 2 and 3): each place's distances on a scale of its own, on which the nearest counts 1 and all together the
 * binary logarithm of their number, the place itself included; a pair counts a + b - ab.
 */
export function fuzzyGraph(neighbours: NearestPlaces, count: number): FuzzyGraph {
  const { each, places } = neighbours;
  const directed = memberships(neighbours, count);
  const weights = new Map<number, number>();
  for (let place = 0; place < count; place++)
    for (let at = place * each; at < (place + 1) * each; at++) {
      const [there, back] = [place * count + places[at]!, places[at]! * count + place];
      const other = weights.get(there) ?? 0;
      const together = other + directed[at]! - other * directed[at]!;
      weights.set(there, together);
      weights.set(back, together);
    }
  const keys = Float64Array.from(weights.keys()).sort();
  return {
    heads: Uint32Array.from(keys, (key) => Math.floor(key / count)),
    tails: Uint32Array.from(keys, (key) => key % count),
    weights: Float64Array.from(keys, (key) => weights.get(key)!),
  };
}

function memberships({ each, distances }: NearestPlaces, count: number): Float64Array {
  const average = distances.reduce((sum, distance) => sum + distance, 0) / (count * (each + 1));
  const result = new Float64Array(distances.length);
  for (let place = 0; place < count; place++) {
    const own = distances.subarray(place * each, (place + 1) * each);
    const nearest = own.find((distance) => distance > 0) ?? 0;
    const mean = own.reduce((sum, distance) => sum + distance, 0) / (each + 1);
    const width = Math.max(widthOf(own, nearest), 1e-3 * (nearest > 0 ? mean : average));
    own.forEach((distance, at) => {
      result[place * each + at] = membership(distance - nearest, width);
    });
  }
  return result;
}

function membership(beyond: number, width: number): number {
  return beyond <= 0 || width === 0 ? 1 : portableExp(-beyond / width);
}

/** By bisection, as umap-learn: 64 steps, to within 1e-5. */
function widthOf(distances: Float64Array, nearest: number): number {
  const wanted = portableLog(distances.length + 1) / Math.LN2;
  let [low, high, width] = [0, Number.POSITIVE_INFINITY, 1];
  for (let step = 0; step < 64; step++) {
    const sum = distances.reduce((total, distance) => total + membership(distance - nearest, width), 0);
    if (Math.abs(sum - wanted) < 1e-5) break;
    if (sum > wanted) high = width;
    else low = width;
    width = high === Number.POSITIVE_INFINITY ? 2 * width : (low + high) / 2;
  }
  return width;
}
