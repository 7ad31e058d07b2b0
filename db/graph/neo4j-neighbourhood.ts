import type { GraphNeighbour } from "../ports/ports.ts";
import type { NeighbourhoodOptions } from "./age-neighbourhood.ts";
import { type Neo4jDatabase, type RunCypher, readNeo4j } from "./neo4j-session.ts";

/** A node that the search has reached; `element` is the store's own id, found without an index. */
interface Reached extends GraphNeighbour {
  element: string;
}

/** Breadth-first search with one query a hop, each node once, by the order and path rule of the port. */
export function neo4jNeighbourhood(
  database: Neo4jDatabase,
  { id, labels, ...options }: NeighbourhoodOptions & { id: string; labels: readonly string[] },
): Promise<GraphNeighbour[]> {
  return readNeo4j(database, options.timeoutMs, async (run) => {
    const start = await findStart(run, id, labels);
    if (start === null) return [];
    const found: Reached[] = [];
    let frontier: { element: string; path: readonly string[] }[] = [{ element: start, path: [] }];
    for (
      let distance = 1;
      distance <= options.depth && frontier.length > 0 && found.length < options.limit;
      distance++
    ) {
      const seen = [start, ...found.map(({ element }) => element)];
      const reached = await nextHop(run, { frontier, seen, distance, options });
      found.push(...reached);
      frontier = reached;
    }
    return found.slice(0, options.limit).map(({ element: _element, ...neighbour }) => neighbour);
  });
}

/** One index per label: Neo4j's planner cannot use an index over all labels. */
async function findStart(run: RunCypher, id: string, labels: readonly string[]): Promise<string | null> {
  if (labels.length === 0) return null;
  const lookUps = labels.map((label) => `MATCH (n:\`${label}\` {id: $id}) RETURN elementId(n) AS element`);
  const [record] = await run({ cypher: lookUps.join(" UNION ALL "), parameters: { id } });
  return record ? (record.get("element") as string) : null;
}

interface Hop {
  frontier: readonly { element: string; path: readonly string[] }[];
  seen: readonly string[];
  distance: number;
  options: NeighbourhoodOptions;
}

/** Of several ways to a node: the type that comes first, then the label and id of the node it comes from. */
const HOP = `
MATCH (near)-[r]-(far)
WHERE elementId(near) IN $frontier AND NOT elementId(far) IN $seen AND ($types IS NULL OR type(r) IN $types)
WITH far, min([type(r), labels(near)[0], near.id, elementId(near)]) AS way
RETURN elementId(far) AS element, far.id AS id, labels(far)[0] AS label, far.name AS name, way[0] AS type, way[3] AS near
ORDER BY id LIMIT toInteger($limit)`;

async function nextHop(run: RunCypher, { frontier, seen, distance, options }: Hop): Promise<Reached[]> {
  const paths = new Map(frontier.map(({ element, path }) => [element, path]));
  const records = await run({
    cypher: HOP,
    parameters: { frontier: [...paths.keys()], seen, types: options.relationships ?? null, limit: options.limit },
  });
  return records.map((record) => {
    const { element, id, label, name, type, near } = record.toObject() as Record<string, string>;
    return {
      element: element!,
      id: id!,
      label: label!,
      name: name ?? id!,
      distance,
      path: [...paths.get(near!)!, type!],
    };
  });
}
