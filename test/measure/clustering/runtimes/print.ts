/** Prints a hash of all that the room makes of a few rows: bundled and run under each runtime by the test beside it. */
import { hashOf } from "../../../../base/hash.ts";
import { makeRandom } from "../../../../base/random.ts";
import * as clustering from "../../../../measure/api/clustering.ts";

const random = makeRandom("runtimes");
const rows = Array.from({ length: 40 }, (_, row) =>
  [0, 1, 2, 3].map((axis) => random() + 3 * Number(row % 4 === axis) + 1),
);
const trees = [
  clustering.linkRows(rows, { method: "ward" }),
  clustering.linkRows(rows, { method: "average", distance: "euclidean" }),
  clustering.linkRows(rows, { method: "average", distance: "cosine" }),
];
const labels = [...clustering.cutIntoClusters(trees[0]!, { count: 4 }).labels];
const texts = rows.map((row) => row.map((value) => `w${Math.floor(2 * value)}`));
const topics = clustering.clusterTerms(texts, { labels, longest: 1 });
console.log(
  hashOf({
    trees: trees.map(({ heights, left }) => [[...heights], [...left]]),
    stability: clustering.clusterStability(rows, {
      labels,
      cluster: (sample) => clustering.hdbscan(sample, { distance: "euclidean", minClusterSize: 4 }).labels,
      random,
      resamples: 5,
    }),
    silhouettes: clustering.silhouettes(rows, { labels, distance: "cosine" }),
    topics,
    npmi: clustering.npmiCoherence(
      topics.map((terms) => terms.map(({ term }) => term)),
      { texts },
    ),
    umap: clustering.umapHdbscan(rows, { dimensions: 2, neighbours: 8 }).bySeed.map((found) => [...found.labels]),
  }),
);
