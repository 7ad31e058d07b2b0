import { distanceOf } from "../distances.ts";
import type { Points, VectorDistance } from "../points.ts";

/** The nearest other places of each place, nearest first, of equals the one that comes first. */
export interface NearestPlaces {
  /** NearestPlaces per place. */
  each: number;
  /** `each` places, and their distances, for every place. */
  places: Uint32Array;
  distances: Float64Array;
}

/** Exact, by all distances. Under cosine a row of zeros is 1 from all. */
export function nearestNeighbours(points: Points, distance: VectorDistance, wanted: number): NearestPlaces {
  const { count } = points;
  const each = Math.min(wanted, count - 1);
  const places = new Uint32Array(count * each);
  const distances = new Float64Array(count * each).fill(Number.POSITIVE_INFINITY);
  const between = distanceOf(points, distance);
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const found = between(a, b);
      const gap = Number.isNaN(found) ? 1 : found;
      insert({ places, distances }, { from: a * each, each, place: b, gap });
      insert({ places, distances }, { from: b * each, each, place: a, gap });
    }
  return { each, places, distances };
}

/** Places come in ascending order, so that one goes behind those as near. */
function insert(
  { places, distances }: Pick<NearestPlaces, "places" | "distances">,
  { from, each, place, gap }: { from: number; each: number; place: number; gap: number },
): void {
  let at = from + each - 1;
  if (each === 0 || gap >= distances[at]!) return;
  for (; at > from && distances[at - 1]! > gap; at--) {
    distances[at] = distances[at - 1]!;
    places[at] = places[at - 1]!;
  }
  distances[at] = gap;
  places[at] = place;
}
