import type { SqlPort } from "../ports.ts";
import type { SubstrateCounts } from "../substrate-manifest.ts";

/** Row counts of what was ingested. */
export async function countAll(sql: SqlPort, graph: { nodes: number; edges: number }): Promise<SubstrateCounts> {
  const { rows } = await sql.query<Record<keyof SubstrateCounts, number>>(`
    SELECT (SELECT count(*) FROM canon.test_case) AS "testCases",
           (SELECT count(*) FROM canon.backlog_item) AS "backlogItems",
           (SELECT count(*) FROM proc.protocol) AS "protocols",
           (SELECT count(*) FROM proc.message) AS "messages",
           (SELECT count(*) FROM kb.entry) AS "knowledgeEntries",
           (SELECT count(*) FROM canon.other_artifact) AS "otherArtifacts",
           (SELECT count(*) FROM core.trace_link) AS "traceLinks",
           (SELECT count(*) FROM core.unresolved_reference) AS "unresolvedReferences",
           (SELECT count(*) FROM rag.chunk) AS "chunks"`);
  const subtypes = await sql.query<{ subtype: string; items: number }>(
    "SELECT subtype, count(*) AS items FROM canon.backlog_item GROUP BY subtype ORDER BY subtype",
  );
  return {
    ...rows[0]!,
    backlogItemsBySubtype: Object.fromEntries(subtypes.rows.map(({ subtype, items }) => [subtype, items])),
    graphNodes: graph.nodes,
    graphEdges: graph.edges,
  };
}
