import { grouped } from "../../base/grouped.ts";
import { distanceIn, type Linkage } from "./distances.ts";
import { UNCLUSTERED } from "./flat.ts";
import { groupGaps } from "./group-gaps.ts";
import { type Dendrogram, nameNodes } from "./linkage.ts";
import { fillPairs, matrixClusters } from "./matrix-clusters.ts";
import { mergeByChain } from "./nearest-neighbour-chain.ts";
import { arrangePoints } from "./points.ts";

/**
 * The tree above clusters, whatever made them, as `linkRows` (Lance & Williams 1967): goes on merging from where they stand, so that 34 become eight with `cutIntoClusters(tree, { count: 8 })`. `rows` of the result are
 * the labels, and `sizes` count clusters. For labels of a cut of `linkRows` it is the part of that tree above the cut. Rows that belong to no cluster do not count.
 * @throws UserError `input` as `linkRows`
 */
export function linkClusters(
  vectors: readonly ArrayLike<number>[],
  { labels, linkage }: { labels: ArrayLike<number>; linkage: Linkage },
): Dendrogram {
  const points = arrangePoints(vectors, distanceIn(linkage));
  const members = grouped(points.rows.keys(), (place) => labels[points.rows[place]!]!);
  members.delete(UNCLUSTERED);
  const order = [...members.keys()].sort((a, b) => a - b);
  const groups = order.map((label) => members.get(label)!);
  const heightOf = groupGaps(points, groups, linkage);
  const gapOf = linkage.method === "ward" ? (a: number, b: number) => heightOf(a, b) ** 2 : heightOf;
  const gaps = fillPairs(new Float64Array((order.length * (order.length - 1)) / 2), order.length, gapOf);
  const sizes = Float64Array.from(groups, ({ length }) => length);
  const merges = mergeByChain(matrixClusters(gaps, sizes, linkage.method), order.length);
  return { rows: Uint32Array.from(order), ...nameNodes(merges, order.length) };
}
