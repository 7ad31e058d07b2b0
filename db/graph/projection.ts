import { compareText } from "../../base/hash.ts";
import type { GraphEdge, GraphNode } from "../ports.ts";

/** What both stores load: nodes and relationships without null properties, labels and types in code-unit order. */
export interface Projection {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  labels: readonly string[];
  types: readonly string[];
}

/** @throws Error on a projection that no store could hold: each would be a bug of the projection, not of the corpus. */
export function checkedProjection(nodes: Iterable<GraphNode>, edges: Iterable<GraphEdge>): Projection {
  const [nodeList, edgeList] = [[...nodes].map(withoutNulls), [...edges].map(withoutNulls)];
  const ids = new Set<string>();
  for (const { id } of nodeList) {
    if (ids.has(id)) throw new Error(`two nodes have the id ${id}`);
    ids.add(id);
  }
  for (const { from, to, type } of edgeList)
    if (!ids.has(from) || !ids.has(to)) throw new Error(`relationship ${type} from ${from} to ${to}: no such node`);
  return {
    nodes: nodeList,
    edges: edgeList,
    labels: sortedNames(nodeList.map((node) => node.label)),
    types: sortedNames(edgeList.map((edge) => edge.type)),
  };
}

/** Cypher has no null properties: Neo4j drops them, and AGE would list their keys. */
function withoutNulls<T extends GraphNode | GraphEdge>(item: T): T {
  const present = Object.entries(item.properties ?? {}).filter(([, value]) => value !== null);
  return { ...item, properties: Object.fromEntries(present) };
}

/** Label and type names go into the text of statements. */
function sortedNames(names: readonly string[]): string[] {
  const sorted = [...new Set(names)].sort(compareText);
  const odd = sorted.find((name) => !/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name));
  if (odd !== undefined) throw new Error(`not a graph label: ${odd}`);
  return sorted;
}
