import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { assignRows } from "../../../measure/clustering/assign.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { planted } from "./groups.ts";

const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];
const { vectors, truth } = planted([8, 6]);
const clusters = ["a", "b"].map((id, at) => ({ id, members: vectors.filter((_, row) => truth[row] === at) }));

describe.each(LINKAGES)("assignment by %j", (linkage) => {
  it("takes a row in at the height at which the tree would merge it", () => {
    const far = [300, 4];
    const { heights } = linkRows([...clusters[0]!.members, far], linkage);
    const [found] = assignRows([far], { clusters: [clusters[0]!], linkage, height: 1e9 });
    const expected = linkage.method === "average" && linkage.distance === "cosine" ? found!.gap : heights.at(-1)!;
    expect(found).toEqual({ id: "a", nearest: "a", gap: expect.closeTo(expected, 10) });
  });

  it("sends rows to the cluster they come from, whatever the order of clusters and members", () => {
    const fresh = planted([3, 3], { seed: "fresh" });
    const options = { linkage, height: 5 };
    const found = assignRows(fresh.vectors, { ...options, clusters });
    expect(found.map(({ id }) => id)).toEqual(["a", "a", "a", "b", "b", "b"]);
    const turned = clusters.toReversed().map(({ id, members }) => ({ id, members: shuffle(makeRandom(id), members) }));
    expect(assignRows(fresh.vectors, { ...options, clusters: turned })).toEqual(found);
  });
});

it("leaves a row that is above the height to itself, and says what is nearest; a tie goes to the first id", () => {
  const linkage = { method: "average", distance: "euclidean" } as const;
  const known = [
    { id: "z", members: [[0, 0]] },
    { id: "k", members: [[4, 0]] },
  ];
  const found = assignRows(
    [
      [2, 0],
      [1, 0],
      [9, 0],
    ],
    { clusters: known, linkage, height: 2 },
  );
  expect(found).toEqual([
    { id: "k", nearest: "k", gap: 2 },
    { id: "z", nearest: "z", gap: 1 },
    { id: null, nearest: "k", gap: 5 },
  ]);
  expect(assignRows([[1]], { clusters: [], linkage, height: 2 })).toEqual([]);
});
