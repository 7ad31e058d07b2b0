import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { closenessCurve } from "../../../measure/clustering/reduction/layout.ts";
import { umapHdbscan } from "../../../measure/clustering/umap-hdbscan.ts";
import { groupAlike, planted } from "./groups.ts";

const { vectors, truth } = planted([20, 14, 11], { apart: 12 });
const SMALL = { dimensions: 2, neighbours: 11, epsilon: 1 };

describe("the reference's pipeline", () => {
  it("finds planted clusters by every seed, and the same labels for any order of rows, equal ones included", () => {
    const rows = [...vectors, ...vectors.slice(0, 6)];
    const found = umapHdbscan(rows, SMALL);
    expect(found.bySeed.map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5]);
    expect(found.bySeed.map(({ labels }) => groupAlike(labels.slice(0, 45), truth))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(found.agreement).toBe(1);
    const order = shuffle(makeRandom("order"), [...rows.keys()]);
    const again = umapHdbscan(
      order.map((row) => rows[row]!),
      SMALL,
    );
    expect(again.bySeed.map(({ labels }) => [...labels])).toEqual(
      found.bySeed.map(({ labels }) => order.map((row) => labels[row]!)),
    );
  });

  it("calls next to none of the planted outliers one: a share without cluster after a layout measures nothing", () => {
    const random = makeRandom("outliers");
    const outliers = Array.from({ length: 12 }, () => [0, 1, 2].map(() => 60 * random() - 30));
    const { bySeed } = umapHdbscan([...vectors, ...outliers], SMALL);
    const left = bySeed.map(({ labels }) => labels.slice(45).filter((label) => label < 0).length);
    expect(Math.max(...left)).toBeLessThan(6);
  });

  it("takes five rows, and rows of one value", () => {
    const five = [
      [1, 2],
      [2, 1],
      [3, 4],
      [4, 9],
      [1, 7],
    ];
    expect(umapHdbscan(five, { ...SMALL, minClusterSize: 2 }).bySeed[0]!.labels).toHaveLength(5);
    expect(
      umapHdbscan(
        [
          [1, 2],
          [1, 2],
          [1, 2],
        ],
        SMALL,
      ).bySeed[0]!.sizes,
    ).toEqual([]);
  });

  it("refuses fewer than five different seeds", () => {
    expect(() => umapHdbscan(vectors, { seeds: [1, 2, 3, 3, 3] })).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("has the curve of umap-learn's find_ab_params within 1e-5", () => {
    expect(closenessCurve(0)).toEqual({
      a: expect.closeTo(1.93280839734315, 5),
      b: expect.closeTo(0.7904949732233831, 5),
    });
    expect(closenessCurve(0.5)).toEqual({
      a: expect.closeTo(0.5830300203414425, 5),
      b: expect.closeTo(1.3341669924314914, 5),
    });
  });
});
