import { grouped } from "../../base/grouped.ts";
import type { Dendrogram } from "./linkage.ts";

/** The label of rows that belong to no cluster. */
export const UNCLUSTERED = -1;

/** Rows in clusters, or in none. */
export interface FlatLabels {
  /** By row as it was given: 0 for the largest cluster, then by size, among equals the one whose first row comes first by its numbers; `UNCLUSTERED` for rows in none. */
  labels: Int32Array;
  /** Rows by cluster. */
  sizes: number[];
}

/** A cut of a dendrogram: merges up to `height` were followed. */
export interface FlatClusters extends FlatLabels {
  height: number;
}

/** Clusters whose rows were merged at `height` or below (scipy's `fcluster` with `distance`). Those of fewer than `minSize` rows are left out. */
export function cutAtHeight(
  dendrogram: Dendrogram,
  { height, minSize = 1 }: { height: number; minSize?: number },
): FlatClusters {
  const { rows, left, right, heights } = dendrogram;
  const tops = new Int32Array(2 * rows.length - 1).fill(-1);
  for (let k = heights.length - 1; k >= 0; k--) {
    const node = rows.length + k;
    if (tops[node] === -1 && heights[k]! <= height) tops[node] = node;
    if (tops[node] === -1) continue;
    tops[left[k]!] = tops[node]!;
    tops[right[k]!] = tops[node]!;
  }
  const groups = Int32Array.from(rows, (_, place) => (tops[place] === -1 ? place : tops[place]!));
  return { ...labelBySize(groups, rows, minSize), height };
}

/**
 * The highest cut that puts at most this share of all pairs of rows together: how coarse clusters are, on a scale that no distance measure, number of rows or corpus moves. Merges of one height are
 * never parted. Where even the lowest merges put more together, every row stands alone. Our own rule.
 * @param share from 0 to 1, counted before clusters of fewer than `minSize` rows are left out
 */
export function cutAtPairShare(
  dendrogram: Dendrogram,
  { share, minSize }: { share: number; minSize?: number },
): FlatClusters {
  const { rows, left, right, heights, sizes } = dendrogram;
  const sizeOf = (node: number) => (node < rows.length ? 1 : sizes[node - rows.length]!);
  const most = (share * rows.length * (rows.length - 1)) / 2;
  let [together, height] = [0, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < heights.length; k++) {
    together += sizeOf(left[k]!) * sizeOf(right[k]!);
    if (together > most) break;
    if (heights[k] !== heights[k + 1]) height = heights[k]!;
  }
  return cutAtHeight(dendrogram, { height, minSize });
}

/** At most `count` clusters: the lowest cut that leaves no more (scipy's `maxclust`). Merges of one height are never parted, nor equal rows, so there may be fewer. */
export function cutIntoClusters(
  dendrogram: Dendrogram,
  { count, minSize }: { count: number; minSize?: number },
): FlatClusters {
  const { heights } = dendrogram;
  const last = heights.length - Math.max(1, count);
  return cutAtHeight(dendrogram, { height: last < 0 ? 0 : heights[last]!, minSize });
}

/** Labels by size from any numbers for groups by place; a negative number is no group. */
export function labelBySize(groups: Int32Array, rows: Uint32Array, minSize = 1): FlatLabels {
  const members = grouped(groups.keys(), (place) => groups[place]!);
  const kept = [...members].filter(([group, places]) => group >= 0 && places.length >= minSize);
  // Groups stand by their first place, and the sort keeps that order among equals.
  kept.sort(([, a], [, b]) => b.length - a.length);
  const labels = new Int32Array(rows.length).fill(UNCLUSTERED);
  kept.forEach(([, places], label) => {
    for (const place of places) labels[rows[place]!] = label;
  });
  return { labels, sizes: kept.map(([, places]) => places.length) };
}
