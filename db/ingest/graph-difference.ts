import { canonicalJson } from "../../base/hash.ts";
import type { GraphContents, GraphDifference, GraphEdge, GraphNode } from "../ports.ts";

/**
 * What stands between a stored graph and a projection, or null where it has to be reloaded: nodes have come, gone or
 * changed their label (a node's number in the store is its rank among all, by which neighbourhoods are ordered), or an
 * edge joins what the store has no table for.
 */
export function graphDifference(
  stored: Pick<GraphContents, "nodes" | "edges">,
  wanted: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] },
): GraphDifference | null {
  const nodes = new Map(stored.nodes.map((node) => [node.id, node]));
  if (nodes.size !== wanted.nodes.length) return null;
  if (wanted.nodes.some(({ id, label }) => nodes.get(id)?.label !== label)) return null;
  const types = new Set(stored.edges.map((edge) => edge.type));
  if (new Set(wanted.edges.map((edge) => edge.type)).size !== types.size) return null;
  if (wanted.edges.some((edge) => !types.has(edge.type))) return null;
  const [before, after] = [stored.edges, wanted.edges].map(
    (edges) => new Map(edges.map((edge) => [textOf(edge), edge])),
  );
  return {
    changedNodes: wanted.nodes.filter((node) => canonicalJson(node) !== canonicalJson(nodes.get(node.id))),
    removedEdges: [...before!].filter(([text]) => !after!.has(text)).map(([, edge]) => edge),
    addedEdges: [...after!].filter(([text]) => !before!.has(text)).map(([, edge]) => edge),
  };
}

function textOf({ type, from, to, properties = {} }: GraphEdge): string {
  return canonicalJson([type, from, to, properties]);
}
