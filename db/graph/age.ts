import { createHash } from "node:crypto";
import { compareText } from "../../base/text-order.ts";
import type { GraphEdge, GraphNode, GraphPort, GraphSchema, Items, Row, SqlPort } from "../ports/ports.ts";
import { quiet } from "../postgres/quiet.ts";
import { readContents } from "./age-contents.ts";
import { GRAPH, loadGraph, readSnapshotHash, writeSnapshotHash } from "./age-load.ts";
import { neighbourhood } from "./age-neighbourhood.ts";
import { parseAgtype } from "./agtype.ts";
import { checkProjection, withoutNulls } from "./projection.ts";

/** Needed once a database. */
export const AGE_EXTENSION_SQL = "CREATE EXTENSION age;";
/** Needed once a session: the library's parser hook reads Cypher, and its operator classes are found by search path only. */
export const AGE_SESSION_SQL = "LOAD 'age'; SET search_path = public, ag_catalog;";

/** The graph port on Apache AGE, in the database behind `sql`, which owns the connection and is closed by its opener. */
export function ageGraph(sql: SqlPort): GraphPort {
  return {
    backEnd: "age",
    dialect: "age",
    schema: () => readSchema(sql),
    snapshotHash: () => readSnapshotHash(sql),
    async replaceAll(nodes, edges, { snapshotHash } = {}) {
      const { labels, types, ...counts } = await checkProjection(nodes, edges);
      await loadGraph(sql, { labels, types, nodes: await collect(nodes), edges: await collect(edges) });
      if (snapshotHash !== undefined) await writeSnapshotHash(sql, snapshotHash);
      return { nodes: counts.nodes, edges: counts.edges };
    },
    contents: () => readContents(sql),
    cypher: (query, options) => runCypher(sql, query, options),
    neighbourhood: (id, options) => neighbourhood(sql, id, options),
    quiet: (ms) => quiet(sql, ms),
    close: async () => undefined,
  };
}

/** The embedded graph is loaded from memory: what is too large for that is too large for it. */
async function collect<T extends GraphNode | GraphEdge>(items: Items<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(withoutNulls(item));
  return all;
}

async function readSchema(sql: SqlPort): Promise<GraphSchema> {
  const labels = await sql.query<{ name: string }>(
    `SELECT l.name FROM ag_catalog.ag_label l JOIN ag_catalog.ag_graph g ON g.graphid = l.graph
     WHERE g.name = $1 AND l.kind = 'v' AND l.name NOT LIKE '\\_ag\\_%'`,
    [GRAPH],
  );
  const relationships = await sql.query<{ type: string; from: string; to: string }>(
    `SELECT DISTINCT t.name AS type, a.name AS "from", b.name AS "to"
     FROM (SELECT DISTINCT tableoid, ag_catalog._extract_label_id(start_id) AS a, ag_catalog._extract_label_id(end_id) AS b FROM ${GRAPH}._ag_label_edge) e
     JOIN ag_catalog.ag_label t ON t.relation = e.tableoid
     JOIN ag_catalog.ag_label a ON a.graph = t.graph AND a.id = e.a
     JOIN ag_catalog.ag_label b ON b.graph = t.graph AND b.id = e.b`,
  );
  return {
    labels: labels.rows.map((row) => row.name).sort(compareText),
    relationships: relationships.rows.sort(
      (a, b) => compareText(a.type, b.type) || compareText(a.from, b.from) || compareText(a.to, b.to),
    ),
  };
}

async function runCypher(
  sql: SqlPort,
  query: string,
  options: { columns: readonly string[]; parameters?: Record<string, unknown>; timeoutMs?: number },
): Promise<Row[]> {
  // A quoting tag that the query can't contain, since it depends on the whole query.
  const tag = `$q${createHash("sha256").update(query).digest("hex").slice(0, 24)}$`;
  const columns = options.columns.map((_name, at) => `c${at} ag_catalog.agtype`).join(", ");
  const parameters =
    options.parameters && Object.keys(options.parameters).length > 0 ? [JSON.stringify(options.parameters)] : [];
  const { rows } = await sql.query<Record<string, string | null>>(
    `SELECT * FROM ag_catalog.cypher('${GRAPH}', ${tag}${query}${tag}${parameters.length > 0 ? ", $1" : ""}) AS (${columns})`,
    parameters,
    { timeoutMs: options.timeoutMs, role: "graph_readonly" },
  );
  return rows.map((row) =>
    Object.fromEntries(options.columns.map((name, at) => [name, parseAgtype(row[`c${at}`] ?? null)])),
  );
}
