import type { TiedTree } from "./tied-tree.ts";

/** A set of places that goes on, growing denser, until it splits or all have left. Density is 1 / distance. */
export interface DenseCluster {
  /** Null for the root, which holds all places. */
  parent: number | null;
  children: number[];
  /** The distance at which it split off; infinite for the root. */
  birth: number;
  /** Sum over its places of how much denser it was when they left than when it began. */
  stability: number;
}

export interface CondensedTree {
  /** Parents before their children; the root is 0. */
  clusters: DenseCluster[];
  /** By place: the last cluster that it was in, and the distance at which it left. */
  lastCluster: Int32Array;
  leftAt: Float64Array;
}

/** The tree reduced to clusters of at least `minClusterSize` places: a node with two or more such children is a split, with one it goes on; places of smaller children leave. */
export function condenseTree(
  tree: TiedTree,
  { count, minClusterSize }: { count: number; minClusterSize: number },
): CondensedTree {
  const clusters: DenseCluster[] = [{ parent: null, children: [], birth: Number.POSITIVE_INFINITY, stability: 0 }];
  const lastCluster = new Int32Array(count);
  const leftAt = new Float64Array(count);
  const open = count > 1 ? [{ node: tree.sizes.length - 1, cluster: 0 }] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, cluster } = next;
    const distance = tree.distances[node - count]!;
    const children = tree.children[node - count]!;
    const large = children.filter((child) => tree.sizes[child]! >= minClusterSize);
    const own = clusters[cluster]!;
    const density = 1 / distance - 1 / own.birth;
    if (large.length === 1) open.push({ node: large[0]!, cluster });
    else
      for (const child of large) {
        own.children.push(clusters.length);
        own.stability += density * tree.sizes[child]!;
        open.push({ node: child, cluster: clusters.length });
        clusters.push({ parent: cluster, children: [], birth: distance, stability: 0 });
      }
    for (const child of children) {
      if (tree.sizes[child]! >= minClusterSize) continue;
      own.stability += density * tree.sizes[child]!;
      for (const place of placesBelow(child, tree, count)) {
        lastCluster[place] = cluster;
        leftAt[place] = distance;
      }
    }
  }
  return { clusters, lastCluster, leftAt };
}

function* placesBelow(node: number, tree: TiedTree, count: number): Generator<number> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (next < count) yield next;
    else open.push(...tree.children[next - count]!);
}
