import { compareText } from "../../base/text-order.ts";
import { distanceIn, distanceOf, type Linkage } from "./distances.ts";
import { linkRows } from "./linkage.ts";
import { gapToMerged } from "./matrix-clusters.ts";
import { arrangePoints } from "./points.ts";

/** A cluster that people know by its id. */
export interface ClusterOfRows {
  id: string;
  /** The rows it was made of, one at least. */
  members: readonly ArrayLike<number>[];
}

/** Where a new row belongs. */
export interface Assignment {
  /** Null where the row is too far from all, or nearer to rows that are in no cluster. */
  id: string | null;
  /** The cluster of what it would be merged with first, assigned or not; null: rows in no cluster. */
  nearest: string | null;
  /** The height of that merge; above the cut a later one's, since clusters are not followed beyond it. */
  gap: number;
}

/**
 * Each new row goes where the tree of `linkRows` would have put it: it is merged with the first part of a cluster, small or whole, that it is nearer to than that part is to what it was merged with, and
 * belongs to that cluster if this happens at or below `height`, at which the clusters were cut. Building anew gives the same, unless the new row itself changes later merges. Rows are taken one by one, so that one new row decides
 * nothing about another, and the clusters stay as they are. Of clusters that are as near, the one whose id comes first in code units. Without any known row the result is empty. Our own rule.
 * @param apart rows that are in no cluster: a new row that joins them is in none either
 * @throws UserError `input` for rows of different lengths or with numbers that are not finite.
 */
export function assignRows(
  vectors: readonly ArrayLike<number>[],
  {
    clusters,
    apart = [],
    linkage,
    height,
  }: {
    clusters: readonly ClusterOfRows[];
    apart?: readonly ArrayLike<number>[];
    linkage: Linkage;
    height: number;
  },
): Assignment[] {
  const groups: { id: string | null; members: readonly ArrayLike<number>[] }[] = clusters.toSorted((a, b) =>
    compareText(a.id, b.id),
  );
  if (apart.length > 0) groups.push({ id: null, members: apart });
  if (groups.length === 0 || vectors.length === 0) return [];
  const points = arrangePoints([...groups.flatMap(({ members }) => members), ...vectors], distanceIn(linkage));
  const distance = distanceOf(points, distanceIn(linkage));
  const placeOf = new Uint32Array(points.count);
  for (const [place, row] of points.rows.entries()) placeOf[row] = place;
  let known = 0;
  const trees = groups.map(({ id, members }) => {
    const places = placeOf.subarray(known, known + members.length);
    known += members.length;
    return { id, firstMerge: firstMergeIn(members, places, linkage) };
  });
  return vectors.map((_, at) => {
    const toPlace = (place: number) => distance(placeOf[known + at]!, place);
    const gaps = trees.map(({ firstMerge }) => firstMerge(toPlace));
    const gap = Math.min(...gaps);
    const { id } = trees[gaps.indexOf(gap)]!;
    return { id: gap <= height ? id : null, nearest: id, gap };
  });
}

/** The height at which a row is first merged into the tree of some members, by its distances to their places. */
function firstMergeIn(
  members: readonly ArrayLike<number>[],
  places: Uint32Array,
  linkage: Linkage,
): (distanceTo: (place: number) => number) => number {
  const { rows, left, right, heights, sizes } = linkRows(members, linkage);
  const count = rows.length;
  const { joined, heightOf, asGap } = gapToMerged(linkage.method);
  const sizeOf = (node: number) => (node < count ? 1 : sizes[node - count]!);
  const until = new Float64Array(2 * count - 1).fill(Number.POSITIVE_INFINITY);
  for (const [k, height] of heights.entries()) until[left[k]!] = until[right[k]!] = height;
  const gaps = new Float64Array(2 * count - 1);
  return (distanceTo) => {
    for (let node = 0; node < count; node++) gaps[node] = asGap(distanceTo(places[rows[node]!]!));
    for (let k = 0; k < heights.length; k++) {
      const [a, b] = [left[k]!, right[k]!];
      gaps[count + k] = joined(gaps[a]!, gaps[b]!, asGap(heights[k]!), sizeOf(a), sizeOf(b), 1);
    }
    return gaps.reduce((first, gap, node) => {
      const merged = heightOf(gap);
      return merged <= until[node]! && merged < first ? merged : first;
    }, Number.POSITIVE_INFINITY);
  };
}
