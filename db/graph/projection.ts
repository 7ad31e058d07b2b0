import { compareText } from "../../base/text-order.ts";
import type { GraphEdge, GraphNode, Items } from "../ports/ports.ts";

/** What is known of a projection before a store is wiped for it. */
export interface CheckedProjection {
  /** Label of each node, by id. */
  labelOf: ReadonlyMap<string, string>;
  /** In code-unit order, as are the types. */
  labels: readonly string[];
  types: readonly string[];
  nodes: number;
  edges: number;
}

/** @throws Error on a projection that no store could hold: each would be a bug of the projection, not of the corpus. */
export async function checkProjection(nodes: Items<GraphNode>, edges: Items<GraphEdge>): Promise<CheckedProjection> {
  const labels = new Map<string, string>();
  const labelOf = new Map<string, string>();
  for await (const { id, label } of nodes) {
    if (labelOf.has(id)) throw new Error(`two nodes have the id ${id}`);
    // One text for all nodes of a label.
    if (!labels.has(label)) labels.set(label, label);
    labelOf.set(id, labels.get(label)!);
  }
  const types = new Set<string>();
  let count = 0;
  for await (const { from, to, type } of edges) {
    if (!labelOf.has(from) || !labelOf.has(to))
      throw new Error(`relationship ${type} from ${from} to ${to}: no such node`);
    types.add(type);
    count++;
  }
  return { labelOf, labels: sortedNames(labels.keys()), types: sortedNames(types), nodes: labelOf.size, edges: count };
}

/** Cypher has no null properties: Neo4j drops them, and AGE would list their keys. */
export function withoutNulls<T extends GraphNode | GraphEdge>(item: T): T {
  const present = Object.entries(item.properties ?? {}).filter(([, value]) => value !== null);
  return { ...item, properties: Object.fromEntries(present) };
}

/** Label and type names go into the text of statements. */
function sortedNames(names: Iterable<string>): string[] {
  const sorted = [...new Set(names)].sort(compareText);
  const odd = sorted.find((name) => !/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(name));
  if (odd !== undefined) throw new Error(`not a graph label: ${odd}`);
  return sorted;
}
