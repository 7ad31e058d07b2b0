import { UNCLUSTERED } from "../flat.ts";
import type { CondensedTree, DenseCluster } from "./condensed-tree.ts";

/** Which clusters of the condensed tree are taken. */
export interface ClusterSelection {
  /** `eom`, excess of mass: those that are more stable than their parts together. `leaf`: those that do not split. Default `eom`. */
  selection?: "eom" | "leaf";
  /** Clusters that split off below this distance are taken together, up to the first that did so at or above it (Malzer & Baum, MFI 2020). Default 0. */
  epsilon?: number;
  /** Whether `eom` may take the root, in which all rows are. Default false. */
  allowSingleCluster?: boolean;
}

/** Numbers of the clusters taken; none lies in another. */
export function selectClusters(clusters: readonly DenseCluster[], options: ClusterSelection): Set<number> {
  const { selection = "eom", epsilon = 0, allowSingleCluster = false } = options;
  const taken = selection === "eom" ? mostStable(clusters, allowSingleCluster) : leaves(clusters);
  const isRootAlone = taken.length === 1 && taken[0] === 0;
  if (epsilon === 0 || isRootAlone) return new Set(taken);
  return new Set(taken.map((cluster) => climb(clusters, cluster, { epsilon, allowSingleCluster })));
}

function mostStable(clusters: readonly DenseCluster[], allowRoot: boolean): number[] {
  const best = clusters.map(({ stability }) => stability);
  const isWhole = clusters.map(() => true);
  for (let cluster = clusters.length - 1; cluster >= 0; cluster--) {
    const parts = clusters[cluster]!.children.reduce((sum, child) => sum + best[child]!, 0);
    if (parts <= best[cluster]! && (cluster > 0 || allowRoot)) continue;
    isWhole[cluster] = false;
    best[cluster] = parts;
  }
  const taken: number[] = [];
  const open = [0];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (isWhole[next]) taken.push(next);
    else open.push(...clusters[next]!.children);
  return taken;
}

function leaves(clusters: readonly DenseCluster[]): number[] {
  return [...clusters.keys()].filter((cluster) => cluster > 0 && clusters[cluster]!.children.length === 0);
}

/** The first cluster on the way up that split off at `epsilon` or above; the root only where it may be one. */
function climb(
  clusters: readonly DenseCluster[],
  cluster: number,
  { epsilon, allowSingleCluster }: { epsilon: number; allowSingleCluster: boolean },
): number {
  let at = cluster;
  while (clusters[at]!.birth < epsilon) {
    const parent = clusters[at]!.parent!;
    if (parent === 0 && !allowSingleCluster) return at;
    at = parent;
  }
  return at;
}

/**
 * By place the cluster taken that it is in, else `UNCLUSTERED`. In the root, taken alone, are those that stay until it splits or ends, or with `epsilon` until that distance: the
 * reference's rule.
 */
export function labelPlaces(
  { clusters, lastCluster, leftAt }: CondensedTree,
  selected: ReadonlySet<number>,
  { epsilon = 0 }: ClusterSelection,
): Int32Array {
  const home = new Int32Array(clusters.length);
  clusters.forEach(({ parent }, cluster) => {
    home[cluster] = selected.has(cluster) ? cluster : parent === null ? UNCLUSTERED : home[parent]!;
  });
  const rootEnd = epsilon > 0 ? epsilon : endOfRoot({ clusters, lastCluster, leftAt });
  return lastCluster.map((cluster, place) =>
    cluster === 0 && leftAt[place]! > rootEnd ? UNCLUSTERED : home[cluster]!,
  );
}

/** The distance at which the last of it goes, alone or in a part. */
function endOfRoot({ clusters, lastCluster, leftAt }: CondensedTree): number {
  const births = clusters[0]!.children.map((child) => clusters[child]!.birth);
  const own = leftAt.filter((_, place) => lastCluster[place] === 0);
  return own.reduce((least, distance) => Math.min(least, distance), births[0] ?? Number.POSITIVE_INFINITY);
}
