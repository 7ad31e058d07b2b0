import { describe, expect, it } from "vitest";
import { centroidClusters } from "../../../measure/clustering/centroid-clusters.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { mergeByChain } from "../../../measure/clustering/nearest-neighbour-chain.ts";
import { arrangePoints } from "../../../measure/clustering/points.ts";
import { planted } from "./groups.ts";

const { vectors } = planted([30, 25, 20, 15, 10], { apart: 2 });
/** More dimensions than are summed at a time. */
const wide = vectors.map((row) => Array.from({ length: 75 }, (_, at) => row[at % 5]! * (1 + (at % 7))));

describe.each<Linkage>([{ method: "ward" }, { method: "average", distance: "cosine" }])(
  "clusters by their centroids, %j",
  (linkage) => {
    it("are merged at the heights that all distances give, without them", () => {
      const points = arrangePoints(wide);
      const sizes = new Float64Array(points.count).fill(1);
      const merges = mergeByChain(centroidClusters(points, sizes, linkage.method), points.count);
      const heights = merges.map(({ height }) => height).sort((a, b) => a - b);
      expect(heights).toEqual([...linkRows(wide, linkage).heights].map((height) => expect.closeTo(height, 9)));
    });
  },
);
