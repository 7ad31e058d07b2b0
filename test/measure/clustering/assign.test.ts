import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { assignRows } from "../../../measure/clustering/assign.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { cutAtHeight, UNCLUSTERED } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { planted } from "./groups.ts";

const LINKAGES: readonly Linkage[] = [
  { method: "ward" },
  { method: "average", distance: "euclidean" },
  { method: "average", distance: "cosine" },
];
const { vectors, truth } = planted([8, 6]);
const clusters = ["a", "b"].map((id, at) => ({ id, members: vectors.filter((_, row) => truth[row] === at) }));

const SEEDS = Array.from({ length: 20 }, (_, at) => at);

/** The first merge of the last row: its height, and a row that it is merged with. */
function firstMerge(rows: readonly number[][], linkage: Linkage): { gap: number; partner: number } {
  const { rows: order, left, right, heights } = linkRows(rows, linkage);
  const place = order.indexOf(rows.length - 1);
  const k = heights.findIndex((_, at) => left[at] === place || right[at] === place);
  let other = left[k] === place ? right[k]! : left[k]!;
  while (other >= rows.length) other = left[other - rows.length]!;
  return { gap: heights[k]!, partner: order[other]! };
}

describe.each(LINKAGES)("assignment by %j", (linkage) => {
  it.each(SEEDS)(
    "up to the cut a row is first merged where a tree with it has it, and beyond in none (seed %s)",
    (seed) => {
      const random = makeRandom("assigned", seed);
      const rows = Array.from({ length: 24 }, () => [1 + random(), random(), random()]);
      const [known, row] = [rows.slice(1), rows[0]!];
      const tree = linkRows(known, linkage);
      const height = tree.heights[12]!;
      const { labels, sizes } = cutAtHeight(tree, { height, minSize: 2 });
      const membersOf = (label: number) => known.filter((_, at) => labels[at] === label);
      const clusters = sizes.map((_, label) => ({ id: `${label}`, members: membersOf(label) }));
      const [found] = assignRows([row], { clusters, apart: membersOf(UNCLUSTERED), linkage, height });
      const { gap, partner } = firstMerge([...known, row], linkage);
      const nearest = labels[partner] === UNCLUSTERED ? null : `${labels[partner]}`;
      const expected = gap <= height ? { id: nearest, nearest, gap: expect.closeTo(gap, 10) } : { id: null };
      expect(found).toMatchObject(expected);
      expect(found!.gap <= height).toBe(gap <= height);
    },
  );

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

it("a row that is nearer to rows in no cluster is in none", () => {
  const linkage = { method: "average", distance: "euclidean" } as const;
  const options = { clusters: [{ id: "k", members: [[0], [0.5]] }], apart: [[4]], linkage, height: 3 };
  expect(assignRows([[3], [2]], options)).toEqual([
    { id: null, nearest: null, gap: 1 },
    { id: "k", nearest: "k", gap: 1.75 },
  ]);
});
