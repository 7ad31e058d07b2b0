import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { assignRows, idsByVote } from "../../../measure/clustering/assign.ts";
import { distanceIn, type Linkage } from "../../../measure/clustering/distances.ts";
import { cutAtHeight, UNCLUSTERED } from "../../../measure/clustering/flat.ts";
import { type Dendrogram, linkRows } from "../../../measure/clustering/linkage.ts";
import { planted } from "./groups.ts";

const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];
const { vectors, truth } = planted([8, 6]);
const clusters = ["a", "b"].map((id, at) => ({ id, members: vectors.filter((_, row) => truth[row] === at) }));

const cutAt = (height: number) => (tree: Dendrogram) => cutAtHeight(tree, { height });

const SEEDS = Array.from({ length: 20 }, (_, at) => at);

describe.each(LINKAGES)("assignment by %j", (linkage) => {
  it.each(SEEDS)("a row is in the cluster of most known rows beside it in a tree with it (seed %s)", (seed) => {
    const random = makeRandom("assigned", seed);
    const rows = Array.from({ length: 24 }, () => [1 + random(), random(), random()]);
    const known = rows.slice(1);
    const tree = linkRows(known, linkage);
    const height = tree.heights[12]!;
    const { labels, sizes } = cutAtHeight(tree, { height, minSize: 2 });
    const membersOf = (label: number) => known.filter((_, at) => labels[at] === label);
    const named = sizes.map((_, label) => ({ id: `${label}`, members: membersOf(label) }));
    const { ids } = assignRows(rows.slice(0, 1), {
      ...{
        clusters: named,
        apart: membersOf(UNCLUSTERED),
        linkage,
        cut: (tree) => cutAtHeight(tree, { height, minSize: 2 }),
      },
    });
    const anew = cutAtHeight(linkRows(rows, linkage), { height, minSize: 2 }).labels;
    const beside = known.flatMap((_, at) => (anew[at + 1] === anew[0] ? [labels[at]!] : []));
    const votes = (label: number) => beside.filter((other) => other === label).length;
    if (anew[0] === UNCLUSTERED) expect(ids).toEqual([null]);
    else expect(votes(Number(ids[0] ?? UNCLUSTERED))).toBe(Math.max(...beside.map(votes)));
  });

  it("sends rows to the cluster they come from, whatever the order of clusters and members", () => {
    const fresh = planted([3, 3], { seed: "fresh" });
    const options = { linkage, cut: cutAt(distanceIn(linkage) === "cosine" ? 0.5 : 12) };
    const found = assignRows(fresh.vectors, { ...options, clusters });
    expect(found.ids).toEqual(["a", "a", "a", "b", "b", "b"]);
    const turned = clusters.toReversed().map(({ id, members }) => ({ id, members: shuffle(makeRandom(id), members) }));
    expect(assignRows(fresh.vectors, { ...options, clusters: turned })).toEqual(found);
  });
});

const LINE = { method: "average", distance: "euclidean" } as const;

it("a row takes the one that it joins along, and says how many known rows no longer are where they were", () => {
  // Mean distances of 2.4: 1.9 to k, 2.3 to z; of 2.4 and 3: 2.2 and 2.
  const known = [
    { id: "k", members: [[0], [1], [2.4]] },
    { id: "z", members: [[4.6], [4.8]] },
  ];
  const options = { clusters: known, linkage: LINE, cut: cutAt(2.1) };
  expect(assignRows([[3]], options)).toEqual({ ids: ["z"], moved: 1 });
  expect(assignRows([[9]], options)).toEqual({ ids: [null], moved: 0 });
  expect(assignRows([], options)).toEqual({ ids: [], moved: 0 });
  expect(assignRows([[1]], { ...options, clusters: [] })).toEqual({ ids: [null], moved: 0 });
});

it("clusters take the id that most of their known rows had: ties by code units, none last", () => {
  expect(idsByVote([0, 0, 0, 1, 1, 1, 1], ["b", "a", null, null, null, "c"])).toEqual([
    "a",
    "a",
    "a",
    ...Array(4).fill(null),
  ]);
  expect(idsByVote([0, 0, UNCLUSTERED, 1], [null, "b", "b"])).toEqual(["b", "b", null, null]);
});
