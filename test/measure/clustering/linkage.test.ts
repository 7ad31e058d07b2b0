import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { cutAtHeight, cutIntoClusters } from "../../../measure/clustering/flat.ts";
import { type Dendrogram, linkRows } from "../../../measure/clustering/linkage.ts";

const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];

/** Few different numbers: ties and equal rows in nearly every set. */
const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 })), {
  minLength: 1,
  maxLength: 24,
});

describe.each(LINKAGES)("linkage %j", (linkage) => {
  it("gives the same tree and labels for any order of rows, ties and equal rows included", () => {
    fc.assert(
      fc.property(rows, fc.string(), (vectors, seed) => {
        const order = shuffle(makeRandom(seed), [...vectors.keys()]);
        const [one, other] = [
          linkRows(vectors, linkage),
          linkRows(
            order.map((row) => vectors[row]!),
            linkage,
          ),
        ];
        expect(treeOf(other)).toEqual(treeOf(one));
        const labels = cutIntoClusters(one, { count: 4 }).labels;
        expect([...cutIntoClusters(other, { count: 4 }).labels]).toEqual(order.map((row) => labels[row]));
      }),
    );
  });

  it("never falls from a part to its whole, and ends with all rows in one", () => {
    fc.assert(
      fc.property(rows, (vectors) => {
        const { heights, sizes } = linkRows(vectors, linkage);
        expect([...heights]).toEqual([...heights].sort((a, b) => a - b));
        expect(sizes.at(-1) ?? 1).toBe(vectors.length);
      }),
    );
  });

  it("scales with the rows, by a power of two; by cosine it does not change", () => {
    fc.assert(
      fc.property(rows, (vectors) => {
        const [plain, large] = [vectors, vectors.map((row) => row.map((value) => 4 * value))].map((some) =>
          linkRows(some, linkage),
        );
        const factor = linkage.method === "average" && linkage.distance === "cosine" ? 1 : 4;
        expect([...large!.heights]).toEqual([...plain!.heights].map((height) => factor * height));
        expect(treeOf(large!).slice(0, 2)).toEqual(treeOf(plain!).slice(0, 2));
      }),
    );
  });

  it("puts equal rows together at height 0", () => {
    const { heights, rows: order } = linkRows(
      [
        [3, 1],
        [1, 1],
        [3, 1],
        [3, 1],
      ],
      linkage,
    );
    expect([...heights.slice(0, 2)]).toEqual([0, 0]);
    expect([...order]).toEqual([1, 0, 2, 3]);
    expect([
      ...cutAtHeight(
        linkRows(
          [
            [3, 1],
            [1, 1],
            [3, 1],
          ],
          linkage,
        ),
        { height: 0 },
      ).labels,
    ]).toEqual([0, 1, 0]);
  });
});

function treeOf({ left, right, heights, sizes }: Dendrogram): number[][] {
  return [left, right, heights, sizes].map((column) => [...column]);
}
