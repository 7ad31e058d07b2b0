import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../../base/random.ts";
import { adjustedRand } from "../../../../measure/clustering/adjusted-rand.ts";
import { type HdbscanOptions, hdbscan } from "../../../../measure/clustering/density/hdbscan.ts";
import { planted } from "../groups.ts";

const EUCLIDEAN = { distance: "euclidean", minClusterSize: 3 } as const;
const VARIANTS: readonly HdbscanOptions[] = [
  EUCLIDEAN,
  { ...EUCLIDEAN, selection: "leaf" },
  { ...EUCLIDEAN, epsilon: 1.2 },
  { ...EUCLIDEAN, minSamples: 1, allowSingleCluster: true },
  { ...EUCLIDEAN, minClusterSize: 5, selection: "leaf", epsilon: 1.2 },
  { distance: "cosine", minClusterSize: 4 },
];

describe("HDBSCAN", () => {
  it("labels the same rows the same over 360 shuffles, half of them of data that tie at every distance", () => {
    const sets = ["a", "b", "c", "d", "e", "f"].map((seed, at) => {
      const { vectors } = planted([9, 7, 5], { apart: 3, seed });
      return at % 2 === 0 ? vectors : vectors.map((row) => row.map(Math.round).map((value) => Math.max(value, 1)));
    });
    const differing = sets.flatMap((vectors, set) =>
      VARIANTS.flatMap((options, variant) => {
        const { labels } = hdbscan(vectors, options);
        return Array.from({ length: 10 }, (_, turn) => {
          const order = shuffle(makeRandom(set, variant, turn), [...vectors.keys()]);
          const again = hdbscan(
            order.map((row) => vectors[row]!),
            options,
          ).labels;
          return order.filter((row, place) => again[place] !== labels[row]).length;
        });
      }),
    );
    expect(differing).toEqual(Array.from({ length: 360 }, () => 0));
  });

  it("finds 30 planted clusters and the 15 % that are noise", () => {
    const random = makeRandom("noise");
    const centres = Array.from({ length: 30 }, () => Array.from({ length: 12 }, () => random() * 40));
    const truth = Array.from({ length: 1000 }, (_, row) => (row < 150 ? -1 : row % 30));
    const vectors = truth.map((cluster) =>
      centres[0]!.map((_, axis) => (cluster < 0 ? random() * 400 - 200 : centres[cluster]![axis]! + random())),
    );
    const { labels, sizes } = hdbscan(vectors, { ...EUCLIDEAN, minClusterSize: 10 });
    expect(sizes).toHaveLength(30);
    expect(adjustedRand(labels, truth)).toBe(1);
  });

  it("takes five rows, one row, equal rows, and one cluster for what they are", () => {
    const five = [
      [1, 1],
      [1, 2],
      [2, 1],
      [9, 9],
      [9, 8],
    ];
    expect([...hdbscan(five, { ...EUCLIDEAN, minClusterSize: 2, minSamples: 1 }).labels]).toEqual([0, 0, 0, 1, 1]);
    expect([...hdbscan([[1, 2]], EUCLIDEAN).labels]).toEqual([-1]);
    const equal = Array.from({ length: 6 }, () => [1, 2]);
    expect(hdbscan(equal, EUCLIDEAN).sizes).toEqual([]);
    expect(hdbscan(equal, { ...EUCLIDEAN, allowSingleCluster: true }).sizes).toEqual([6]);
    // Two piles of equal rows are as dense as can be.
    expect(hdbscan([...equal, ...equal.map(() => [5, 5]), [40, 9]], EUCLIDEAN).sizes).toEqual([6, 6]);
    const { vectors } = planted([30]);
    expect(hdbscan(vectors, { ...EUCLIDEAN, allowSingleCluster: true, epsilon: 50 }).sizes).toEqual([30]);
  });

  it("takes clusters that split off below epsilon together", () => {
    const pairs = [[0], [0.1], [0.2], [1], [1.1], [1.2], [30], [30.1], [30.2]];
    const options = { ...EUCLIDEAN, minSamples: 1, selection: "leaf" as const };
    expect(hdbscan(pairs, options).sizes).toEqual([3, 3, 3]);
    expect(hdbscan(pairs, { ...options, epsilon: 2 }).sizes).toEqual([6, 3]);
  });

  it("does not change with the scale, by powers of two, or with where the rows lie", () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 25 }), (vectors) => {
        const labels = [...hdbscan(vectors, EUCLIDEAN).labels];
        const moved = vectors.map(([x, y]) => [4 * x + 64, 4 * y - 8]);
        expect([...hdbscan(moved, EUCLIDEAN).labels]).toEqual(labels);
      }),
    );
  });

  it("refuses sizes that mean nothing, both at once, rows of zeros under cosine, and rows that are no numbers", () => {
    expect(() => hdbscan([[1]], { ...EUCLIDEAN, minClusterSize: 1, minSamples: 0 })).toThrow(
      expect.objectContaining({ code: "usage", problems: ["minClusterSize is 1", "minSamples is 0"] }),
    );
    expect(() =>
      hdbscan(
        [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
        { distance: "cosine", minClusterSize: 2 },
      ),
    ).toThrow(
      expect.objectContaining({ code: "input", problems: ["row 0 is zero throughout", "row 2 is zero throughout"] }),
    );
    expect(() => hdbscan([[1], [Number.NaN], [1, 2]], EUCLIDEAN)).toThrow(
      expect.objectContaining({ problems: ["row 1: number 0 is NaN", "row 2 has 2 numbers, row 0 has 1"] }),
    );
    expect(() => hdbscan([], EUCLIDEAN)).toThrow(expect.objectContaining({ problems: ["there are none"] }));
  });
});
