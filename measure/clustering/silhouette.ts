import { grouped } from "../../base/grouped.ts";
import { distanceOf } from "./distances.ts";
import { UNCLUSTERED } from "./flat.ts";
import { arrangePoints, type VectorDistance } from "./points.ts";

/** How a row lies in its cluster. */
export interface Silhouette {
  /** Mean distance to the others of its cluster. Null for a row in none, and for one alone. */
  own: number | null;
  /** The other cluster with the least mean distance. Null where there is no other. */
  nearest: { label: number; distance: number } | null;
  /** (nearest - own) / the larger of the two: 1 is the middle of a cluster far from others, 0 the border, below 0 nearer to another. Null where one of the two is. */
  width: number | null;
}

/**
 * Silhouettes by row (Rousseeuw, Journal of Computational and Applied Mathematics 20, 1987): the largest widths are a cluster's typical rows, the smallest its borderline ones. Rows that belong
 * to no cluster have `nearest` alone, and are nobody's neighbours. Where scikit-learn gives a row alone 0, it is null. n^2 distances.
 * @throws UserError `input` as `linkRows`
 */
export function silhouettes(
  vectors: readonly ArrayLike<number>[],
  { labels, distance }: { labels: ArrayLike<number>; distance: VectorDistance },
): Silhouette[] {
  const points = arrangePoints(vectors, distance);
  const labelAt = Int32Array.from(points.rows, (row) => labels[row]!);
  const members = grouped(labelAt.keys(), (place) => labelAt[place]!);
  members.delete(UNCLUSTERED);
  const clusters = [...members].sort(([a], [b]) => a - b);
  const distanceBetween = distanceOf(points, distance);
  const result = new Array<Silhouette>(vectors.length);
  points.rows.forEach((row, place) => {
    let own: number | null = null;
    let nearest: Silhouette["nearest"] = null;
    for (const [label, places] of clusters) {
      const isOwn = label === labelAt[place];
      const others = places.length - Number(isOwn);
      if (others === 0) continue;
      const mean = places.reduce((sum, other) => sum + distanceBetween(place, other), 0) / others;
      if (isOwn) own = mean;
      else if (nearest === null || mean < nearest.distance) nearest = { label, distance: mean };
    }
    result[row] = { own, nearest, width: widthOf(own, nearest) };
  });
  return result;
}

function widthOf(own: number | null, nearest: Silhouette["nearest"]): number | null {
  if (own === null || nearest === null) return null;
  const larger = Math.max(own, nearest.distance);
  return larger === 0 ? 0 : (nearest.distance - own) / larger;
}
