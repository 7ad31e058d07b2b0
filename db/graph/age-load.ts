import { compareText } from "../../base/text-order.ts";
import type { GraphEdge, GraphNode, SqlPort } from "../ports/ports.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import { ageFunctionsSql } from "./age-functions.ts";

/** AGE's graph, and the schema that its label tables lie in. */
export const GRAPH = "scope";

interface Projection {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** In code-unit order, as are the types. */
  labels: readonly string[];
  types: readonly string[];
}

/** Entry numbers of nodes by canonical id: a node's rank in id order over all labels, so that ordering by rank is ordering by id. */
type Ranks = ReadonlyMap<string, { rank: number; label: string }>;

/**
 * Wipes and reloads the graph by writing AGE's label tables: 30,000 nodes and edges take about a second, where a Cypher
 * CREATE each takes minutes. A graph id is the label's number in its upper 16 bits and the entry number in the rest.
 */
export async function loadGraph(sql: SqlPort, { nodes, edges, labels, types }: Projection): Promise<void> {
  await sql.execute(`
    DO $$ BEGIN IF EXISTS (SELECT FROM ag_catalog.ag_graph WHERE name = '${GRAPH}') THEN PERFORM ag_catalog.drop_graph('${GRAPH}', true); END IF; END $$;
    SELECT ag_catalog.create_graph('${GRAPH}');
    ${labels.map((label) => `SELECT ag_catalog.create_vlabel('${GRAPH}', '${label}');`).join("\n")}
    ${types.map((type) => `SELECT ag_catalog.create_elabel('${GRAPH}', '${type}');`).join("\n")}`);
  const numbers = await labelNumbers(sql);
  const ranks = ranksOf(nodes);
  for (const label of labels) await insertNodes(sql, { label, number: numbers.get(label)!, ranks, nodes });
  for (const type of types) await insertEdges(sql, { type, numbers, ranks, edges });
  await sql.execute(indexSql(labels, types));
  await sql.execute(ageFunctionsSql(GRAPH));
}

/** A comment on the graph's schema, which goes with the graph. */
export async function writeSnapshotHash(sql: SqlPort, hash: string): Promise<void> {
  await sql.execute(`COMMENT ON SCHEMA ${GRAPH} IS '${hash.replaceAll("'", "''")}'`);
}

export async function readSnapshotHash(sql: SqlPort): Promise<string | null> {
  const { rows } = await sql.query<{ hash: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS hash FROM pg_namespace WHERE nspname = $1",
    [GRAPH],
  );
  return rows[0]?.hash ?? null;
}

/** AGE's numbers of labels and relationship types by name. */
export async function labelNumbers(sql: SqlPort): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ name: string; id: number }>(
    "SELECT l.name, l.id FROM ag_catalog.ag_label l JOIN ag_catalog.ag_graph g ON g.graphid = l.graph WHERE g.name = $1",
    [GRAPH],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function ranksOf(nodes: readonly GraphNode[]): Ranks {
  const sorted = [...nodes].sort((a, b) => compareText(a.id, b.id));
  return new Map(sorted.map(({ id, label }, at) => [id, { rank: at + 1, label }]));
}

async function insertNodes(
  sql: SqlPort,
  { label, number, ranks, nodes }: { label: string; number: number; ranks: Ranks; nodes: readonly GraphNode[] },
): Promise<void> {
  const rows = nodes
    .filter((node) => node.label === label)
    .map((node) => ({ rank: ranks.get(node.id)!.rank, properties: { ...node.properties, id: node.id } }));
  await sql.execute(`${DROP_ENTRY} CREATE TEMP TABLE entry (rank bigint, properties json)`);
  await bulkInsert(sql, { table: "pg_temp.entry", rows });
  await sql.execute(
    `INSERT INTO ${GRAPH}."${label}" (id, properties)
     SELECT ag_catalog._graphid(${number}, rank), properties::text::ag_catalog.agtype FROM pg_temp.entry ORDER BY rank`,
  );
}

type EdgesOfType = {
  type: string;
  numbers: ReadonlyMap<string, number>;
  ranks: Ranks;
  edges: readonly GraphEdge[];
};

async function insertEdges(sql: SqlPort, options: EdgesOfType): Promise<void> {
  const number = options.numbers.get(options.type)!;
  await sql.execute(
    `${DROP_ENTRY} CREATE TEMP TABLE entry
     (rank bigint, start_label int, start_rank bigint, end_label int, end_rank bigint, properties json)`,
  );
  await bulkInsert(sql, { table: "pg_temp.entry", rows: edgeRows(options) });
  await sql.execute(
    `INSERT INTO ${GRAPH}."${options.type}" (id, start_id, end_id, properties)
     SELECT ag_catalog._graphid(${number}, rank), ag_catalog._graphid(start_label, start_rank),
            ag_catalog._graphid(end_label, end_rank), properties::text::ag_catalog.agtype FROM pg_temp.entry ORDER BY rank`,
  );
}

function edgeRows({ type, numbers, ranks, edges }: EdgesOfType) {
  return edges
    .filter((edge) => edge.type === type)
    .map(({ from, to, properties }, at) => {
      const [start, end] = [ranks.get(from)!, ranks.get(to)!];
      return {
        rank: at + 1,
        start_label: numbers.get(start.label),
        start_rank: start.rank,
        end_label: numbers.get(end.label),
        end_rank: end.rank,
        properties: { ...properties, from, to },
      };
    });
}

const DROP_ENTRY = "DROP TABLE IF EXISTS pg_temp.entry;";

/** AGE indexes ids and edge ends itself. The rest serves `{id: ..}`, `n.id = ..` and reading by the Cypher role. */
function indexSql(labels: readonly string[], types: readonly string[]): string {
  const onId = (label: string): string =>
    `CREATE UNIQUE INDEX ON ${GRAPH}."${label}" (ag_catalog.agtype_access_operator(VARIADIC ARRAY[properties, '"id"'::ag_catalog.agtype]));
     CREATE INDEX ON ${GRAPH}."${label}" USING gin (properties);`;
  return `${DROP_ENTRY}
    ${labels.map(onId).join("\n")}
    ${[...labels, ...types].map((name) => `ANALYZE ${GRAPH}."${name}";`).join("\n")}
    REVOKE ALL ON SCHEMA ag_catalog FROM PUBLIC;
    GRANT USAGE ON SCHEMA ${GRAPH}, ag_catalog TO graph_readonly;
    GRANT SELECT ON ALL TABLES IN SCHEMA ${GRAPH}, ag_catalog TO graph_readonly;`;
}
