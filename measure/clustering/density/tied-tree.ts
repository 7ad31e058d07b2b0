import { grouped } from "../../../base/grouped.ts";
import type { TreeEdge } from "./spanning-tree.ts";

/** What hangs together: node p < n is the place p, the nodes after them stand by distance, the root last. */
export interface TiedTree {
  /** Of node n + k: two or more. */
  children: number[][];
  /** Of node n + k: the distance at which its children come together. */
  distances: number[];
  /** Places below each node. */
  sizes: number[];
}

/** The single-linkage tree of a spanning tree's edges (shortest first), in which all that comes together at one distance does so in one node. */
export function tiedTree(edges: readonly TreeEdge[], count: number): TiedTree {
  const tree: TiedTree = { children: [], distances: [], sizes: new Array<number>(count).fill(1) };
  const parent = Array.from({ length: count }, (_, place) => place);
  const top = (place: number): number => {
    let root = place;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = place; at !== root; ) [at, parent[at]] = [parent[at]!, root];
    return root;
  };
  /** The node that a union-find root stands for. */
  const nodes = Array.from({ length: count }, (_, place) => place);
  for (let from = 0; from < edges.length; ) {
    const { distance } = edges[from]!;
    let to = from;
    const touched = new Set<number>();
    for (; to < edges.length && edges[to]!.distance === distance; to++)
      for (const place of [edges[to]!.a, edges[to]!.b]) touched.add(top(place));
    for (const { a, b } of edges.slice(from, to)) parent[top(a)] = top(b);
    for (const [root, parts] of grouped(touched, top)) {
      const children = parts.map((part) => nodes[part]!).sort((a, b) => a - b);
      nodes[root] = tree.sizes.length;
      tree.children.push(children);
      tree.distances.push(distance);
      tree.sizes.push(children.reduce((sum, child) => sum + tree.sizes[child]!, 0));
    }
    from = to;
  }
  return tree;
}
