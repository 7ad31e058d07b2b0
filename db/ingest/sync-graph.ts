import { canonicalJson } from "../../base/hash.ts";
import type { GraphContents, GraphDifference, GraphEdge, GraphNode, Row, SqlPort } from "../ports.ts";
import type { StepContext } from "./context.ts";

/** Labels of the roles; a backlog item's label comes from its subtype (AGE allows one label a node). */
const LABELS = { testCase: "TestCase", protocol: "Protocol", message: "Message" } as const;

/**
 * Step 5: the graph projection of the canonical tables, which stay authoritative. Changed in place where the store can
 * and the nodes are the same, else wiped and reloaded.
 */
export async function syncGraph(context: StepContext): Promise<{ nodes: number; edges: number }> {
  const { sql, graph, progress, log } = context;
  const { nodes, edges } = await projectGraph(sql);
  const sizes = { nodes: nodes.length, edges: edges.length };
  progress("graph", 0, nodes.length + edges.length);
  const stored = await graph.contents?.();
  const difference = stored ? graphDifference(stored, { nodes, edges }) : null;
  if (!stored || !difference) {
    log.add("graph nodes", { inserted: nodes.length, deleted: stored?.nodes.length });
    log.add("graph edges", { inserted: edges.length, deleted: stored?.edges.length });
    return graph.replaceAll(nodes, edges);
  }
  await stored.apply(difference);
  log.add("graph nodes", { updated: difference.changedNodes.length });
  log.add("graph edges", { inserted: difference.addedEdges.length, deleted: difference.removedEdges.length });
  return sizes;
}

/** The graph that the canonical tables describe. */
export async function projectGraph(sql: SqlPort): Promise<{ nodes: GraphNode[]; edges: GraphEdge[] }> {
  const nodes: GraphNode[] = [];
  for (const { query, toNode } of NODE_QUERIES)
    for (const row of (await sql.query<NodeRow>(query)).rows) nodes.push(toNode(row));
  const edges: GraphEdge[] = [];
  for (const { type, query } of EDGE_QUERIES)
    for (const row of (await sql.query<EdgeRow>(query)).rows) edges.push({ ...row, type });
  return { nodes, edges };
}

/** `change_request` and `Change request` become `ChangeRequest`. A subtype that would collide with another label gets a suffix. */
function backlogLabel(subtype: string): string {
  const words = subtype.match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join("");
  const label = /^[A-Za-z]/.test(name) ? name : `Backlog${name}`;
  return (Object.values(LABELS) as string[]).includes(label) ? `${label}Item` : label;
}

type NodeRow = Row & { id: string; name: string; [property: string]: string | null };
type EdgeRow = Row & { from: string; to: string };

/** What a language model said about texts, a row an entity. Without it nodes have no such properties. */
const SAID = {
  columns: "said.summary, said.tags, said.component_class, said.specifications",
  table: `(
    SELECT entity_id, max(value) FILTER (WHERE key = 'summary') AS summary,
           max(value) FILTER (WHERE key = 'component_class') AS component_class,
           string_agg(value, ', ' ORDER BY value) FILTER (WHERE key = 'tag') AS tags,
           string_agg(value, ', ' ORDER BY value) FILTER (WHERE key = 'specification') AS specifications
    FROM enrichment.llm_attribute GROUP BY entity_id) said`,
};

const NODE_QUERIES: readonly { query: string; toNode: (row: NodeRow) => GraphNode }[] = [
  {
    query: `SELECT test_case_id AS id, name, quality_area, execution_context, automated_suite, ${SAID.columns}
       FROM canon.test_case LEFT JOIN ${SAID.table} ON said.entity_id = test_case_id ORDER BY 1`,
    toNode: (row) => node(row, LABELS.testCase, "test_case"),
  },
  {
    query: `SELECT backlog_item_id AS id, name, subtype, status, ${SAID.columns}
       FROM canon.backlog_item LEFT JOIN ${SAID.table} ON said.entity_id = backlog_item_id ORDER BY 1`,
    toNode: (row) => node(row, backlogLabel(row.subtype ?? ""), "backlog_item"),
  },
  {
    query: "SELECT protocol_id AS id, name, interface FROM proc.protocol ORDER BY 1",
    toNode: (row) => node(row, LABELS.protocol, "protocol"),
  },
  {
    query: "SELECT message_id AS id, name, coverage_status FROM proc.message ORDER BY 1",
    toNode: (row) => node(row, LABELS.message, "message"),
  },
];

const EDGE_QUERIES = [
  { type: "CONTAINS", query: 'SELECT parent_id AS "from", child_id AS "to" FROM canon.containment ORDER BY 1, 2' },
  {
    type: "REFERENCES",
    query: 'SELECT test_case_id AS "from", reference_id AS "to" FROM core.trace_link ORDER BY 1, 2',
  },
  {
    type: "COVERS_MESSAGE",
    query: 'SELECT test_case_id AS "from", message_id AS "to" FROM proc.test_case_message ORDER BY 1, 2',
  },
  {
    type: "COVERS_PROTOCOL",
    query: 'SELECT test_case_id AS "from", protocol_id AS "to" FROM proc.test_case_protocol ORDER BY 1, 2',
  },
  {
    type: "BELONGS_TO",
    query: 'SELECT message_id AS "from", protocol_id AS "to" FROM proc.message_protocol ORDER BY 1, 2',
  },
] as const;

function node({ id, ...properties }: NodeRow, label: string, kind: string): GraphNode {
  const present = Object.entries(properties).filter(([, value]) => value !== null);
  return { id, label, properties: { ...Object.fromEntries(present), kind } };
}

/**
 * What stands between a stored graph and a projection, or null where it has to be reloaded: nodes have come, gone or
 * changed their label (a node's number in the store is its rank among all, by which neighbourhoods are ordered), or an
 * edge joins what the store has no table for.
 */
function graphDifference(
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
