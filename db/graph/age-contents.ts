import type { GraphContents, GraphDifference, GraphEdge, GraphNode, Row, SqlPort } from "../ports/ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { GRAPH, labelNumbers } from "./age-load.ts";
import { parseAgtype } from "./agtype.ts";

/** What AGE's label tables hold, and how to change it in place. Without a graph there is nothing. */
export async function readContents(sql: SqlPort): Promise<GraphContents> {
  const numbers = await labelNumbers(sql);
  const nodes = numbers.size === 0 ? [] : await readEntries(sql, "_ag_label_vertex");
  const edges = numbers.size === 0 ? [] : await readEntries(sql, "_ag_label_edge");
  const places: Places = {
    numbers,
    nodes: new Map(nodes.map(({ place, properties }) => [String(properties.id), place])),
    edges: new Map(edges.map((entry) => [keyOf(toEdge(entry)), entry.place])),
  };
  return {
    nodes: nodes.map(toNode),
    edges: edges.map(toEdge),
    apply: (difference) => apply(sql, places, difference),
  };
}

/** A row of a label table: its label, and the entry number in the lower 48 bits of its graph id. */
interface Place {
  label: string;
  rank: number;
}

interface Places {
  numbers: ReadonlyMap<string, number>;
  nodes: ReadonlyMap<string, Place>;
  edges: ReadonlyMap<string, Place>;
}

interface Entry {
  place: Place;
  properties: GraphNode["properties"];
}

async function readEntries(sql: SqlPort, parent: string): Promise<Entry[]> {
  const { rows } = await sql.query<Row & { label: string; rank: number; properties: string }>(
    `SELECT l.name AS label, e.id::text::bigint & 281474976710655 AS rank, e.properties::text AS properties
     FROM ${GRAPH}.${parent} e JOIN ag_catalog.ag_label l ON l.relation = e.tableoid`,
  );
  return rows.map(({ label, rank, properties }) => ({
    place: { label, rank: Number(rank) },
    properties: parseAgtype(properties) as Entry["properties"],
  }));
}

function toNode({ place, properties: { id, ...properties } }: Entry): GraphNode {
  return { id: String(id), label: place.label, properties };
}

function toEdge({ place, properties: { from, to, ...properties } }: Entry): GraphEdge {
  return { from: String(from), to: String(to), type: place.label, properties };
}

function keyOf({ type, from, to }: GraphEdge): string {
  return JSON.stringify([type, from, to]);
}

async function apply(sql: SqlPort, places: Places, difference: GraphDifference): Promise<void> {
  const { changedNodes, removedEdges, addedEdges } = difference;
  const changes = changedNodes.map((node) => ({
    ...places.nodes.get(node.id)!,
    properties: { ...node.properties, id: node.id },
  }));
  const removals = removedEdges.map((edge) => ({ ...places.edges.get(keyOf(edge))!, properties: {} }));
  await eachLabel(
    sql,
    places,
    changes,
    (table) => `
    UPDATE ${table} t SET properties = e.properties::text::ag_catalog.agtype FROM pg_temp.entry e
    WHERE t.id = ag_catalog._graphid(e.number, e.rank)`,
  );
  await eachLabel(
    sql,
    places,
    removals,
    (table) => `
    DELETE FROM ${table} t USING pg_temp.entry e WHERE t.id = ag_catalog._graphid(e.number, e.rank)`,
  );
  await eachLabel(
    sql,
    places,
    additions(places, addedEdges),
    (table) => `
    INSERT INTO ${table} (id, start_id, end_id, properties)
    SELECT ag_catalog._graphid(number, rank), ag_catalog._graphid(start_label, start_rank),
           ag_catalog._graphid(end_label, end_rank), properties::text::ag_catalog.agtype FROM pg_temp.entry ORDER BY rank`,
  );
}

interface Change extends Place {
  properties: object;
  start_label?: number;
  start_rank?: number;
  end_label?: number;
  end_rank?: number;
}

/** New edges are numbered on after the highest of their type. */
function additions({ numbers, nodes, edges }: Places, added: readonly GraphEdge[]): Change[] {
  const highest = new Map<string, number>();
  for (const { label, rank } of edges.values()) highest.set(label, Math.max(rank, highest.get(label) ?? 0));
  return added.map(({ type, from, to, properties }) => {
    const rank = (highest.get(type) ?? 0) + 1;
    highest.set(type, rank);
    const [start, end] = [nodes.get(from)!, nodes.get(to)!];
    return {
      label: type,
      rank,
      properties: { ...properties, from, to },
      start_label: numbers.get(start.label),
      start_rank: start.rank,
      end_label: numbers.get(end.label),
      end_rank: end.rank,
    };
  });
}

/** Runs a statement on each label's table, with the label's changes in `pg_temp.entry`. */
async function eachLabel(
  sql: SqlPort,
  { numbers }: Places,
  changes: readonly Change[],
  statement: (table: string) => string,
): Promise<void> {
  for (const label of new Set(changes.map((change) => change.label))) {
    await sql.execute(`DROP TABLE IF EXISTS pg_temp.entry; CREATE TEMP TABLE entry
      (number int, rank bigint, start_label int, start_rank bigint, end_label int, end_rank bigint, properties json)`);
    const rows = changes
      .filter((change) => change.label === label)
      .map(({ label: _, ...change }) => ({ number: numbers.get(label), ...change }));
    await bulkInsert(sql, { table: "pg_temp.entry", rows });
    await sql.execute(`${statement(`${GRAPH}."${label}"`)}; DROP TABLE pg_temp.entry`);
  }
}
