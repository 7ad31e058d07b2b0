import { UserError } from "../../../base/user-error.ts";
import { distanceOf } from "../distances.ts";
import { type FlatLabels, labelBySize } from "../flat.ts";
import { arrangePoints, type VectorDistance } from "../points.ts";
import { condenseTree } from "./condensed-tree.ts";
import { type ClusterSelection, labelPlaces, selectClusters } from "./select-clusters.ts";
import { spanningTree } from "./spanning-tree.ts";
import { tiedTree } from "./tied-tree.ts";

/** What counts as dense, and which clusters of the tree are taken. */
export interface HdbscanOptions extends ClusterSelection {
  distance: VectorDistance;
  /** Fewer rows than this are no cluster; at least 2. */
  minClusterSize: number;
  /**
   * The core distance of a row is that to its so-many-th nearest other row. As in Python's hdbscan the row itself does not count (scikit-learn's `min_samples` is one more).
   * Default: `minClusterSize`. Never more than there are other rows.
   */
  minSamples?: number;
}

/**
 * HDBSCAN (Campello, Moulavi & Sander, PAKDD 2013; McInnes & Healy, ICDMW 2017): spanning tree of mutual reachability, tree of what hangs together at which distance, condensed to clusters, of
 * which some are taken. All merges at one distance are one node with as many children as hang together by them, so that the order of rows decides nothing; the reference merges
 * them one by one, and labels otherwise where distances tie. The rest is its convention: the root is no cluster unless `allowSingleCluster`, so equal rows alone are noise, and a row that
 * leaves a cluster as it splits belongs to none of its parts. n^2 time, memory for the rows. One row is noise, where the reference raises.
 * @throws UserError `usage` for a `minClusterSize` below 2 or a `minSamples` below 1; `input` as `linkRows`
 */
export function hdbscan(vectors: readonly ArrayLike<number>[], options: HdbscanOptions): FlatLabels {
  const { minClusterSize, minSamples = minClusterSize } = options;
  checkSizes(minClusterSize, minSamples);
  const points = arrangePoints(vectors, options.distance);
  const distance = distanceOf(points, options.distance);
  const cores = coreDistances(points.count, distance, Math.min(minSamples, points.count - 1));
  const reachability = (a: number, b: number) => Math.max(cores[a]!, cores[b]!, distance(a, b));
  const tree = tiedTree(spanningTree(points.count, reachability), points.count);
  const condensed = condenseTree(tree, { count: points.count, minClusterSize });
  const selected = selectClusters(condensed.clusters, options);
  return labelBySize(labelPlaces(condensed, selected, options), points.rows);
}

function checkSizes(minClusterSize: number, minSamples: number): void {
  const problems = [
    ...(Number.isInteger(minClusterSize) && minClusterSize >= 2 ? [] : [`minClusterSize is ${minClusterSize}`]),
    ...(Number.isInteger(minSamples) && minSamples >= 1 ? [] : [`minSamples is ${minSamples}`]),
  ];
  if (problems.length === 0) return;
  throw new UserError("usage", "HDBSCAN can't run with these sizes", {
    problems,
    hint: "expected whole numbers: minClusterSize from 2, minSamples from 1",
  });
}

/** The distance of each place to its `nth` nearest other place; 0 for `nth` 0. */
function coreDistances(count: number, distance: (a: number, b: number) => number, nth: number): Float64Array {
  if (nth === 0) return new Float64Array(count);
  // The `nth` smallest distances of each place so far, ascending.
  const smallest = new Float64Array(count * nth).fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++) {
      const gap = distance(a, b);
      insert(smallest, a * nth, nth, gap);
      insert(smallest, b * nth, nth, gap);
    }
  return Float64Array.from({ length: count }, (_, place) => smallest[(place + 1) * nth - 1]!);
}

function insert(sorted: Float64Array, from: number, length: number, value: number): void {
  let at = from + length - 1;
  if (value >= sorted[at]!) return;
  for (; at > from && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  sorted[at] = value;
}
