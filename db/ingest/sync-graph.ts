import { canonicalJson } from "../../base/canonical-json.ts";
import { oneAhead } from "../../base/one-ahead.ts";
import { FAULT_PATTERN, PATTERN_MEMBER } from "../issues/patterns.ts";
import type { GraphContents, GraphDifference, GraphEdge, GraphNode, Row, SqlPort } from "../ports/ports.ts";
import type { StepContext } from "./context.ts";

/** Labels of the roles; a backlog item's label comes from its subtype (AGE allows one label a node). */
const LABELS = {
  testCase: "TestCase",
  protocol: "Protocol",
  message: "Message",
  faultPattern: "FaultPattern",
} as const;

/**
 * Step 5: the graph projection of the canonical tables, which stay authoritative. Changed in place where the store can
 * and the nodes are the same, else wiped and reloaded.
 */
export async function syncGraph(context: StepContext): Promise<{ nodes: number; edges: number }> {
  const { sql, graph, log } = context;
  const projection = projectGraph(sql);
  const stored = await graph.contents?.();
  const wanted = stored && { nodes: await collect(projection.nodes), edges: await collect(projection.edges) };
  const difference = stored && wanted ? graphDifference(stored, wanted) : null;
  if (!stored || !wanted || !difference) {
    const { nodes, edges } = wanted ?? projection;
    const sizes = await graph.replaceAll(nodes, edges);
    log.add("graph nodes", { inserted: sizes.nodes, deleted: stored?.nodes.length });
    log.add("graph edges", { inserted: sizes.edges, deleted: stored?.edges.length });
    return sizes;
  }
  await stored.apply(difference);
  log.add("graph nodes", { updated: difference.changedNodes.length });
  log.add("graph edges", { inserted: difference.addedEdges.length, deleted: difference.removedEdges.length });
  return { nodes: wanted.nodes.length, edges: wanted.edges.length };
}

/** The graph that the canonical tables describe, read whenever it is gone through. */
export function projectGraph(sql: SqlPort): { nodes: ProjectedItems<GraphNode>; edges: ProjectedItems<GraphEdge> } {
  return {
    nodes: {
      count: () => countRows(sql, NODE_QUERIES),
      async *[Symbol.asyncIterator]() {
        for (const { toNode, ...query } of NODE_QUERIES)
          for await (const page of oneAhead(readPages<NodeRow>(sql, query))) yield* page.map(toNode);
      },
    },
    edges: {
      count: () => countRows(sql, EDGE_QUERIES),
      async *[Symbol.asyncIterator]() {
        for (const { type, ...query } of EDGE_QUERIES)
          for await (const page of oneAhead(readPages<EdgeRow>(sql, query)))
            for (const row of page) yield { ...row, type };
      },
    },
  };
}

type ProjectedItems<T> = AsyncIterable<T> & { count(): Promise<number> };

async function countRows(sql: SqlPort, queries: readonly PagedQuery[]): Promise<number> {
  const counts = queries.map(({ table }) => `(SELECT count(*) FROM ${table})`);
  const { rows } = await sql.query<{ n: number }>(`SELECT ${counts.join(" + ")} AS n`);
  return Number(rows[0]!.n);
}

/** A SELECT whose first columns are the table's key. */
interface PagedQuery {
  /** With a row for each that the SELECT gives. */
  table: string;
  select: string;
  key: readonly string[];
}

const PAGE_ROWS = 5000;

/** Rows by key, a page a statement. */
async function* readPages<T extends Row>(sql: SqlPort, { select, key }: PagedQuery): AsyncGenerator<T[]> {
  const keys = key.join(", ");
  const last = key.map((_column, at) => `$${at + 1}::text`).join(", ");
  for (let after: unknown[] = []; ; ) {
    const { rows, fields } = await sql.query<T>(
      `${select} ${after.length > 0 ? `WHERE (${keys}) > (${last})` : ""} ORDER BY ${keys} LIMIT ${PAGE_ROWS}`,
      after,
    );
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    after = key.map((_column, at) => rows.at(-1)![fields[at]!]);
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
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

/** What a language model said about a text. Without it nodes have no such properties. */
function saidOf(key: string): string {
  return `LEFT JOIN LATERAL (
    SELECT max(value) FILTER (WHERE a.key = 'summary') AS summary,
           max(value) FILTER (WHERE a.key = 'component_class') AS component_class,
           string_agg(value, ', ' ORDER BY value) FILTER (WHERE a.key = 'tag') AS tags,
           string_agg(value, ', ' ORDER BY value) FILTER (WHERE a.key = 'specification') AS specifications
    FROM enrichment.llm_attribute a WHERE a.entity_id = ${key}) said ON true`;
}

const SAID = "said.summary, said.tags, said.component_class, said.specifications";

/** Mined from reports of faults, with the parts that these name; the mapping may call reports something else than backlog items. */
const FAULT_PATTERNS_TABLE = `(SELECT entry_id, term, (SELECT string_agg(part #>> '{}', ', ') FROM raw.current_payload p,
    jsonb_path_query(p.body, '$.meta.components[*]') part WHERE p.entity_id = e.entry_id) AS components
  FROM kb.entry e WHERE kind = '${FAULT_PATTERN}') AS pattern`;
const PATTERN_REPORTS_TABLE = `(SELECT l.source_id, l.target_id FROM raw.current_link l
  JOIN kb.entry e ON e.entry_id = l.source_id AND e.kind = '${FAULT_PATTERN}'
  JOIN canon.backlog_item b ON b.backlog_item_id = l.target_id WHERE l.kind = '${PATTERN_MEMBER}') AS member`;

const NODE_QUERIES: readonly (PagedQuery & { toNode: (row: NodeRow) => GraphNode })[] = [
  {
    table: "canon.test_case",
    select: `SELECT test_case_id AS id, name, quality_area, execution_context, automated_suite, ${SAID}
       FROM canon.test_case ${saidOf("test_case_id")}`,
    key: ["test_case_id"],
    toNode: (row) => node(row, LABELS.testCase, "test_case"),
  },
  {
    table: "canon.backlog_item",
    select: `SELECT backlog_item_id AS id, name, subtype, status, ${SAID}
       FROM canon.backlog_item ${saidOf("backlog_item_id")}`,
    key: ["backlog_item_id"],
    toNode: (row) => node(row, backlogLabel(row.subtype ?? ""), "backlog_item"),
  },
  {
    table: "proc.protocol",
    select: "SELECT protocol_id AS id, name, interface FROM proc.protocol",
    key: ["protocol_id"],
    toNode: (row) => node(row, LABELS.protocol, "protocol"),
  },
  {
    table: "proc.message",
    select: "SELECT message_id AS id, name, coverage_status FROM proc.message",
    key: ["message_id"],
    toNode: (row) => node(row, LABELS.message, "message"),
  },
  {
    table: FAULT_PATTERNS_TABLE,
    select: `SELECT entry_id AS id, term AS name, components FROM ${FAULT_PATTERNS_TABLE}`,
    key: ["entry_id"],
    toNode: (row) => node(row, LABELS.faultPattern, "knowledge"),
  },
];

const EDGE_QUERIES: readonly (PagedQuery & { type: string })[] = [
  edgesOf("CONTAINS", "canon.containment", "parent_id", "child_id"),
  edgesOf("REFERENCES", "core.trace_link", "test_case_id", "reference_id"),
  edgesOf("COVERS_MESSAGE", "proc.test_case_message", "test_case_id", "message_id"),
  edgesOf("COVERS_PROTOCOL", "proc.test_case_protocol", "test_case_id", "protocol_id"),
  edgesOf("BELONGS_TO", "proc.message_protocol", "message_id", "protocol_id"),
  edgesOf("CALLS", "proc.message_call", "caller_id", "callee_id"),
  edgesOf("HAS_REPORT", PATTERN_REPORTS_TABLE, "source_id", "target_id"),
  edgesOf("INHERITS", "proc.protocol_inheritance", "protocol_id", "base_id"),
];

function edgesOf(
  type: string,
  table: string,
  ...key: readonly [from: string, to: string]
): PagedQuery & { type: string } {
  return { type, table, select: `SELECT ${key[0]} AS "from", ${key[1]} AS "to" FROM ${table}`, key };
}

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
