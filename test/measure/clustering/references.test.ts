import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adjustedRand } from "../../../measure/clustering/adjusted-rand.ts";
import { npmiCoherence } from "../../../measure/clustering/coherence.ts";
import { type HdbscanOptions, hdbscan } from "../../../measure/clustering/density/hdbscan.ts";
import type { Linkage } from "../../../measure/clustering/distances.ts";
import { cutIntoClusters } from "../../../measure/clustering/flat.ts";
import { linkRows } from "../../../measure/clustering/linkage.ts";
import { silhouettes } from "../../../measure/clustering/silhouette.ts";
import { nonEmpty } from "../../non-empty.ts";
import { groupAlike } from "./groups.ts";

interface Expected {
  counts: number[];
  sets: {
    name: string;
    rows: number[][];
    trees: { method: "ward" | "average"; distance: "euclidean" | "cosine"; heights: number[]; cuts: number[][] }[];
    densities: {
      options: Omit<HdbscanOptions, "distance">;
      isTied: boolean;
      hdbscan: number[];
      hdbscanAsJava: number[];
      scikitLearn: number[] | null;
    }[];
    silhouettes: { labels: number[]; widths: number[] };
  }[];
  coherence: { texts: string[][]; topics: string[][]; window: number; npmi: number[] }[];
}

/** Made by make.py beside it: scipy 1.17.1, hdbscan 0.8.44, scikit-learn 1.9.1, gensim 4.4.0. */
const EXPECTED: Expected = JSON.parse(
  readFileSync(new URL("../../input/clustering/expected.json", import.meta.url), "utf8"),
);

describe.each(nonEmpty(EXPECTED.sets))("$name", ({ rows, trees, silhouettes: widths }) => {
  it("Ward and average linkage have scipy's heights within 1e-12, and its clusters at 2, 3, 5 and 8", () => {
    for (const { method, distance, heights, cuts } of nonEmpty(trees)) {
      const linkage: Linkage = method === "ward" ? { method } : { method, distance };
      const tree = linkRows(rows, linkage);
      expect(tree.heights).toHaveLength(heights.length);
      expect(Math.max(...tree.heights.map((height, k) => Math.abs(height - heights[k]!)))).toBeLessThan(1e-12);
      const alike = EXPECTED.counts.map((count, at) => groupAlike(cutIntoClusters(tree, { count }).labels, cuts[at]!));
      expect(alike).toEqual(cuts.map(() => true));
    }
  });

  it("silhouettes are scikit-learn's; of a row alone null for 0", () => {
    const found = silhouettes(rows, { labels: widths.labels, distance: "euclidean" });
    expect(found.map(({ width }) => width ?? 0)).toEqual(widths.widths.map((width) => expect.closeTo(width, 12)));
  });
});

describe("HDBSCAN over all sets", () => {
  const cases = EXPECTED.sets.flatMap(({ rows, densities }) =>
    densities.map((density) => ({
      ...density,
      labels: hdbscan(rows, { ...density.options, distance: "euclidean" }).labels,
    })),
  );

  it("labels as hdbscan and scikit-learn do where no distances tie: 20 of 20", () => {
    const untied = cases.filter(({ isTied }) => !isTied);
    expect(untied.length).toBeGreaterThanOrEqual(18);
    expect(untied.filter(({ labels, hdbscan: python }) => !labelledAlike(labels, python))).toEqual([]);
    expect(
      untied.filter(({ labels, scikitLearn }) => scikitLearn !== null && !groupAlike(labels, scikitLearn)),
    ).toEqual([]);
  });

  it("labels by excess of mass as Campello's program does where they tie; hdbscan has an adjusted Rand above .98", () => {
    const tied = cases.filter(({ isTied, options }) => isTied && options.selection !== "leaf");
    expect(tied.length).toBeGreaterThan(20);
    expect(tied.filter(({ labels, hdbscanAsJava }) => !labelledAlike(labels, hdbscanAsJava))).toEqual([]);
    const agreements = tied.map(({ labels, hdbscan: python }) => adjustedRand(labels, python));
    expect(agreements.reduce((sum, value) => sum + value, 0) / tied.length).toBeGreaterThan(0.98);
  });
});

it("NPMI is gensim's within 1e-9, each word counted in every window that has it", () => {
  for (const { texts, topics, window, npmi } of nonEmpty(EXPECTED.coherence))
    expect(npmiCoherence(topics, { texts, window })).toEqual(npmi.map((value) => expect.closeTo(value, 9)));
});

/** Up to the clusters' names. */
function labelledAlike(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  return groupAlike(a, b) && Array.from(a).every((label, row) => (label === -1) === (b[row] === -1));
}
