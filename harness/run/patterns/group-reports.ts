import { makeRandom } from "../../../base/random.ts";
import { cutAtPairShare, type FlatClusters, type FlatLabels } from "../../../measure/clustering/flat.ts";
import { type Dendrogram, linkRows } from "../../../measure/clustering/linkage.ts";
import { bestAgreements, clusterStability } from "../../../measure/clustering/stability.ts";
import { umapHdbscan } from "../../../measure/clustering/umap-hdbscan.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import type { Pipeline } from "./pipelines.ts";

/** Reports are in one pattern by the mean cosine distance between them. */
export const LINKAGE = { method: "average", distance: "cosine" } as const;
/** Fewer alike are no pattern: the reference's least size. */
export const LEAST_MEMBERS = 5;

export interface GroupedReports extends FlatLabels {
  /** The height of the cut; null without a tree. */
  height: number | null;
  /** By group: mean Jaccard similarity with what is found again, in resamples of the tree, by other seeds of the layout. Null: not measured. */
  agreements: readonly (number | null)[];
}

/** @param rows unit vectors */
export function groupReports(
  rows: readonly Float32Array[],
  { pipeline, pairShare }: { pipeline: Pipeline; pairShare: number },
): GroupedReports {
  return pipeline === "umap" ? groupByLayout(rows) : groupByTree(rows, pairShare);
}

function groupByTree(rows: readonly Float32Array[], share: number): GroupedReports {
  const found = cutReports(rows, share);
  return { ...found, agreements: agreementsOf(rows, found, (sample) => cutReports(sample, share).labels) };
}

/** The tree's patterns, without how well they are found again. */
export function cutReports(rows: readonly ArrayLike<number>[], share: number): FlatClusters {
  return cutTree(linkRows(rows, LINKAGE), share);
}

export function cutTree(tree: Dendrogram, share: number): FlatClusters {
  return cutAtPairShare(tree, { share, minSize: LEAST_MEMBERS });
}

/** A resample takes the square of the reports: so many pairs over all resamples, which is a quarter of a minute. */
const PAIRS = 1e8;
const [LEAST_RESAMPLES, RESAMPLES] = [10, 20];

function agreementsOf(
  rows: readonly Float32Array[],
  { labels, sizes }: FlatLabels,
  cluster: (sample: readonly ArrayLike<number>[]) => Int32Array,
): (number | null)[] {
  const resamples = Math.min(RESAMPLES, Math.floor(PAIRS / rows.length ** 2));
  if (resamples < LEAST_RESAMPLES) return sizes.map(() => null);
  const random = makeRandom("stability of patterns");
  return clusterStability(rows, { labels, cluster, random, resamples }).map(({ agreement }) => agreement);
}

/** The groups of the first seed, held against those of the others. */
function groupByLayout(rows: readonly Float32Array[]): GroupedReports {
  const { bySeed } = umapHdbscan(rows, { minClusterSize: LEAST_MEMBERS });
  const [first, ...others] = bySeed;
  const { labels, sizes } = first!;
  const found = others.map((other) => bestAgreements(labels, other.labels));
  return {
    labels,
    sizes,
    height: null,
    agreements: sizes.map((_, label) => mean(found.map((one) => one.get(label)!))),
  };
}
