import { describe, expect, it } from "vitest";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { cutIntoClusters } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { linkClusters } from "../../../measure/clustering/second-level.ts";
import { silhouettes } from "../../../measure/clustering/silhouette.ts";
import { groupAlike, planted } from "./groups.ts";

const { vectors } = planted([9, 7, 6, 5, 4, 3], { apart: 2 });
const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];

describe.each(LINKAGES)("the second level by %j", (linkage) => {
  it("goes on where the cut was: the same merges as the whole tree's", () => {
    const tree = linkRows(vectors, linkage);
    const fine = cutIntoClusters(tree, { count: 8 });
    const upper = linkClusters(vectors, { labels: fine.labels, linkage });
    expect([...upper.rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...upper.heights]).toEqual([...tree.heights.slice(-7)].map((height) => expect.closeTo(height, 10)));
    const groups = cutIntoClusters(upper, { count: 3 }).labels;
    expect(
      groupAlike(
        fine.labels.map((label) => groups[label]!),
        cutIntoClusters(tree, { count: 3 }).labels,
      ),
    ).toBe(true);
  });
});

it("rows in no cluster count for nothing; one cluster is a tree without merges", () => {
  const upper = linkClusters([[0], [1], [50], [9]], { labels: [0, 0, -1, 1], linkage: { method: "ward" } });
  // Centroids .5 and 9, sizes 2 and 1: 8.5 sqrt(2 * 2 / 3).
  expect([...upper.heights]).toEqual([expect.closeTo(8.5 * Math.sqrt(4 / 3), 12)]);
  expect(linkClusters([[0], [1]], { labels: [0, 0], linkage: { method: "ward" } }).heights).toHaveLength(0);
});

it("silhouettes by hand: 1 and 2 against 8, a row in no cluster, a row alone", () => {
  const rows = silhouettes([[1], [2], [8], [5]], { labels: [0, 0, 1, -1], distance: "euclidean" });
  expect(rows).toEqual([
    { own: 1, nearest: { label: 1, distance: 7 }, width: 6 / 7 },
    { own: 1, nearest: { label: 1, distance: 6 }, width: 5 / 6 },
    { own: null, nearest: { label: 0, distance: 6.5 }, width: null },
    { own: null, nearest: { label: 1, distance: 3 }, width: null },
  ]);
});
