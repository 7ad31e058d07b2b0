import { expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { cutIntoClusters } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { clusterStability, STABLE_AGREEMENT } from "../../../measure/clustering/stability.ts";
import { planted } from "./groups.ts";

const inFive = (sample: readonly ArrayLike<number>[]) =>
  cutIntoClusters(linkRows(sample, { method: "ward" }), { count: 5 }).labels;

it("clusters that lie apart are found again; arcs of a circle, which may begin anywhere, are not", () => {
  const circle = Array.from({ length: 40 }, (_, i) => [Math.sin((i * Math.PI) / 20), Math.cos((i * Math.PI) / 20)]);
  const rest = planted([12, 8]);
  const vectors = [...circle, ...rest.vectors.map(([x, y]) => [x! + 40, y!])];
  const truth = [...circle.map(() => 0), ...rest.truth.map((cluster) => cluster + 1)];
  const labels = inFive(vectors);
  const stability = clusterStability(vectors, { labels, cluster: inFive, random: makeRandom(1) });
  const apart = new Set(labels.filter((_, row) => truth[row] !== 0));
  const isStable = stability.map(({ agreement }) => agreement! >= STABLE_AGREEMENT);
  expect(apart.size).toBe(2);
  expect(isStable).toEqual([0, 1, 2, 3, 4].map((label) => apart.has(label)));
  expect(stability.map(({ resamples }) => resamples)).toEqual([100, 100, 100, 100, 100]);
});

it("is the same number for any order of rows", () => {
  const { vectors } = planted([9, 6, 5], { apart: 2 });
  const stabilityOf = (rows: number[][]) =>
    clusterStability(rows, { labels: inFive(rows), cluster: inFive, random: makeRandom(2), resamples: 20 });
  expect(stabilityOf(shuffle(makeRandom(3), vectors))).toEqual(stabilityOf(vectors));
});

it("counts no resample without a row of the cluster: a row alone is found whenever it was drawn", () => {
  const vectors = [[0], [1], [2], [90]];
  const [, alone] = clusterStability(vectors, {
    labels: [0, 0, 0, 1],
    cluster: (sample) => sample.map((row) => Number(row[0]! > 50)),
    random: makeRandom(4),
  });
  expect(alone).toMatchObject({ agreement: 1, dissolved: 0 });
  expect(alone!.resamples).toBeGreaterThan(50);
  expect(alone!.resamples).toBeLessThan(80); // 1 - (3 / 4)^4 = .68 of 100.
});

it("a cluster of which nothing was ever drawn, or that is no cluster again, has null and 0", () => {
  const options = { labels: [0, 0, -1], cluster: () => [-1, -1, -1], random: makeRandom(5) };
  expect(clusterStability([[0], [1], [2]], { ...options, resamples: 0 })).toEqual([
    { agreement: null, dissolved: null, resamples: 0 },
  ]);
  expect(clusterStability([[0], [1], [2]], options)[0]).toMatchObject({ agreement: 0, dissolved: 1 });
});
