import type { GraphNeighbour, Row, SqlPort } from "../ports/ports.ts";
import { GRAPH } from "./age-load.ts";
import { parseAgtype } from "./agtype.ts";

export interface NeighbourhoodOptions {
  depth: number;
  relationships?: readonly string[];
  limit: number;
  timeoutMs?: number;
}

/** The graph ids of parameter $1. Not a cast from text: AGE reads that as a C long, which has 32 bits in WebAssembly. */
const GRAPH_IDS =
  "ARRAY(SELECT ag_catalog._graphid((n >> 48)::integer, n & 281474976710655) FROM unnest($1::bigint[]) n)";

/** A node that the search has reached, by AGE's graph id. */
interface Reached {
  graphId: string;
  distance: number;
  path: readonly string[];
}

/**
 * Breadth-first search with one query a hop. AGE's own `-[*1..4]-` lists every path, which explodes at a hub; this sees
 * each node once. Of several shortest paths it names one whose last relationship type comes first, then whose last inner node does.
 */
export async function neighbourhood(
  sql: SqlPort,
  id: string,
  options: NeighbourhoodOptions,
): Promise<GraphNeighbour[]> {
  const start = await graphIdOf(sql, id, options.timeoutMs);
  if (start === null) return [];
  const seen = new Map<string, Reached>([[start, { graphId: start, distance: 0, path: [] }]]);
  const found: Reached[] = [];
  let frontier = [seen.get(start)!];
  for (let distance = 1; distance <= options.depth && frontier.length > 0 && found.length < options.limit; distance++) {
    frontier = await nextHop(sql, { frontier, seen, distance, options });
    found.push(...frontier);
  }
  return named(sql, found.slice(0, options.limit), options.timeoutMs);
}

async function graphIdOf(sql: SqlPort, id: string, timeoutMs: number | undefined): Promise<string | null> {
  const { rows } = await sql.query<{ graph_id: string }>(
    `SELECT id::text AS graph_id FROM ${GRAPH}._ag_label_vertex
     WHERE ag_catalog.agtype_access_operator(VARIADIC ARRAY[properties, '"id"'::ag_catalog.agtype]) = $1::text::ag_catalog.agtype`,
    [JSON.stringify(id)],
    { timeoutMs, role: "graph_readonly" },
  );
  return rows[0]?.graph_id ?? null;
}

interface Hop {
  frontier: readonly Reached[];
  seen: Map<string, Reached>;
  distance: number;
  options: NeighbourhoodOptions;
}

async function nextHop(sql: SqlPort, { frontier, seen, distance, options }: Hop): Promise<Reached[]> {
  // Rows come in the order of ids, each node once, so this many hold all new ones that the limit has room for.
  const wanted = options.limit + seen.size;
  const { rows } = await sql.query<Row & { near: string; far: string; type: string }>(
    `SELECT n.near::text AS near, n.far::text AS far, n.type
     FROM (SELECT DISTINCT ON (e.far) e.near, e.far, l.name AS type
           FROM (SELECT start_id AS near, end_id AS far, tableoid FROM ${GRAPH}._ag_label_edge WHERE start_id = ANY(${GRAPH_IDS})
                 UNION ALL
                 SELECT end_id, start_id, tableoid FROM ${GRAPH}._ag_label_edge WHERE end_id = ANY(${GRAPH_IDS})) e
           JOIN ag_catalog.ag_label l ON l.relation = e.tableoid
           WHERE $2::text[] IS NULL OR l.name = ANY($2::text[])
           ORDER BY e.far, l.name, e.near) n
     ORDER BY n.far::text::bigint & 281474976710655 LIMIT ${wanted}`,
    [`{${frontier.map((node) => node.graphId).join(",")}}`, options.relationships ?? null],
    { timeoutMs: options.timeoutMs, role: "graph_readonly" },
  );
  const reached = rows
    .filter(({ far }) => !seen.has(far))
    .map(({ near, far, type }) => ({ graphId: far, distance, path: [...seen.get(near)!.path, type] }));
  for (const node of reached) seen.set(node.graphId, node);
  return reached;
}

async function named(
  sql: SqlPort,
  reached: readonly Reached[],
  timeoutMs: number | undefined,
): Promise<GraphNeighbour[]> {
  if (reached.length === 0) return [];
  const { rows } = await sql.query<Row & { graph_id: string; label: string; properties: string }>(
    `SELECT v.id::text AS graph_id, l.name AS label, v.properties::text AS properties
     FROM ${GRAPH}._ag_label_vertex v JOIN ag_catalog.ag_label l ON l.relation = v.tableoid WHERE v.id = ANY(${GRAPH_IDS})`,
    [`{${reached.map((node) => node.graphId).join(",")}}`],
    { timeoutMs, role: "graph_readonly" },
  );
  const byId = new Map(rows.map((row) => [row.graph_id, row]));
  return reached.map(({ graphId, distance, path }) => {
    const row = byId.get(graphId)!;
    const { id, name } = parseAgtype(row.properties) as { id: string; name?: string };
    return { id, label: row.label, name: name ?? id, distance, path };
  });
}
