import { compareText } from "../../../base/text-order.ts";
import type { GraphPort, Row, SqlPort } from "../../../db/ports/ports.ts";
import type { Bm25Name } from "../../../db/search/bm25-dialect.ts";
import { bm25Dialect } from "../../../db/search/dialects.ts";
import { keywordSearch } from "../../../db/search/keyword.ts";
import { withTexts } from "../../../db/search/ranked-chunks.ts";
import { DEFAULT_ANALYSIS } from "../../../db/search/terms.ts";

/** Content of a substrate, without the numbers of runs, payloads, links and chunks, and without times. */
const QUERIES = {
  payload: "SELECT entity_id, entity_type, artifact_type, content_hash, body FROM raw.current_payload ORDER BY 1",
  source: "SELECT entity_id, entity_type, source_hash FROM raw.entity_source ORDER BY 1",
  link: "SELECT source_id, target_id, kind, role, from_id, to_id FROM raw.current_link ORDER BY 1, 2, 3",
  entity: "SELECT * FROM core.entity ORDER BY 1, 2",
  test_case: "SELECT to_jsonb(t) - 'payload_id' - 'ingest_run_id' AS row FROM canon.test_case t ORDER BY test_case_id",
  backlog_item:
    "SELECT to_jsonb(t) - 'payload_id' - 'ingest_run_id' AS row FROM canon.backlog_item t ORDER BY backlog_item_id",
  other: "SELECT to_jsonb(t) - 'payload_id' - 'ingest_run_id' AS row FROM canon.other_artifact t ORDER BY artifact_id",
  containment: "SELECT parent_id, child_id FROM canon.containment ORDER BY 1, 2",
  protocol: "SELECT to_jsonb(t) - 'payload_id' - 'ingest_run_id' AS row FROM proc.protocol t ORDER BY protocol_id",
  message: "SELECT to_jsonb(t) - 'payload_id' - 'ingest_run_id' AS row FROM proc.message t ORDER BY message_id",
  message_protocol: "SELECT * FROM proc.message_protocol ORDER BY 1, 2",
  message_alias: "SELECT * FROM proc.message_alias ORDER BY 1, 2",
  test_case_message: "SELECT test_case_id, message_id FROM proc.test_case_message ORDER BY 1, 2",
  test_case_protocol: "SELECT test_case_id, protocol_id, derived FROM proc.test_case_protocol ORDER BY 1, 2",
  entry: "SELECT * FROM kb.entry ORDER BY 1",
  trace_link: "SELECT test_case_id, reference_id, kind, raw_reference, origin FROM core.trace_link ORDER BY 1, 2",
  unresolved: "SELECT source_id, raw_reference, reason FROM core.unresolved_reference ORDER BY 1, 2, 3",
  resolution: "SELECT to_jsonb(t) - 'ingest_run_id' AS row FROM core.reference_resolution t ORDER BY 1",
  attribute: "SELECT * FROM enrichment.attribute ORDER BY 1, 2, 3",
  chunk: `SELECT c.entity_type, c.entity_id, ordinal, title, body, body_sha256, t.terms, e.embedding::text
          FROM rag.chunk c LEFT JOIN rag.chunk_terms t USING (chunk_id) LEFT JOIN rag.chunk_embedding e USING (chunk_id) ORDER BY 1, 2, 3`,
  order: `SELECT entity_type, entity_id, array_agg(ordinal ORDER BY chunk_id) AS ordinals FROM rag.chunk GROUP BY 1, 2
          HAVING count(*) > 1 ORDER BY 1, 2`,
} as const;

const TERMS = ["handover failure", "paging OR charging", '"cell selection"', "REQ-201", "message AND setup", "zebra"];

/** All of the content, comparable by `toEqual`: equal for two ways to the same corpus. */
export async function contentOf(
  { sql, graph }: { sql: SqlPort; graph: GraphPort },
  bm25: Bm25Name = "pg_textsearch",
): Promise<Record<string, unknown>> {
  const content: Record<string, Row[] | unknown> = {};
  for (const [name, query] of Object.entries(QUERIES)) content[name] = (await sql.query(query)).rows;
  for (const terms of TERMS) {
    const store = { sql, dialect: bm25Dialect(bm25), analysis: DEFAULT_ANALYSIS };
    const hits = await withTexts(sql, await keywordSearch(store, terms, { limit: 1000 }));
    // An index sums single-precision numbers in the order of its rows.
    content[`keyword ${terms}`] = hits
      .map(({ id, score, snippet }) => ({ id, score: score.toPrecision(4), snippet }))
      .sort((a, b) => Number(b.score) - Number(a.score) || (a.id < b.id ? -1 : 1));
  }
  content.graph = await graphContent(graph);
  return content;
}

async function graphContent(graph: GraphPort): Promise<unknown> {
  const { nodes, edges } = await graph.contents!();
  const starts = nodes.map(({ id }) => id).sort(compareText);
  const near = [];
  for (const id of starts.slice(0, 5)) near.push(await graph.neighbourhood(id, { depth: 2, limit: 50 }));
  const sorted = (items: readonly object[]): string[] => items.map((item) => JSON.stringify(item)).sort();
  return { schema: await graph.schema(), nodes: sorted(nodes), edges: sorted(edges), near };
}
