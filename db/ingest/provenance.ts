import type { GraphPort, Row, SqlPort } from "../ports/ports.ts";

/** The chain behind a canonical row: from the ingest run to the graph. Rows are the database's own. */
export interface RowProvenance {
  id: string;
  type: string;
  run: Row;
  /** What earlier runs and this one did to the id, oldest first. */
  changes: readonly Row[];
  payload: Row;
  /** The canonical row, by column. */
  row: { table: string; columns: Row };
  /** What it refers to, with the rule or the problem of each reference. */
  references: readonly Row[];
  /** Who refers to it. */
  referredBy: readonly Row[];
  chunks: readonly Row[];
  /** Null: no part of the graph. */
  node: Row | null;
  edges: readonly Row[];
}

/** Null where no canonical row has the id; `changesOf` says whether one had. */
export async function readProvenance(sql: SqlPort, graph: GraphPort, id: string): Promise<RowProvenance | null> {
  const all = async (query: string): Promise<Row[]> => (await sql.query(query, [id])).rows;
  const [source] = await all(
    "SELECT entity_type, source_hash, payload_id, ingest_run_id FROM raw.entity_source WHERE entity_id = $1",
  );
  if (!source) return null;
  const type = String(source.entity_type);
  const { table, key } = CANONICAL[type]!;
  const [node] = await graph.cypher("MATCH (n {id: $id}) RETURN n", { columns: ["node"], parameters: { id } });
  return {
    id,
    type,
    run: (await all(RUN))[0]!,
    changes: await changesOf(sql, id),
    payload: (await all(PAYLOAD))[0]!,
    row: { table, columns: (await all(`SELECT * FROM ${table} WHERE ${key} = $1`))[0]! },
    references: await all(REFERENCES),
    referredBy: await all(REFERRED_BY),
    chunks: await all(CHUNKS),
    node: (node?.node as Row | undefined) ?? null,
    edges: await all(EDGES),
  };
}

/** What runs did to an id, oldest first; none for an id that was never there. */
export async function changesOf(sql: SqlPort, id: string): Promise<Row[]> {
  const { rows } = await sql.query(
    "SELECT ingest_run_id, entity_type, change FROM core.ingest_change WHERE entity_id = $1 ORDER BY ingest_run_id, change",
    [id],
  );
  return rows;
}

const CANONICAL: Readonly<Record<string, { table: string; key: string }>> = {
  test_case: { table: "canon.test_case", key: "test_case_id" },
  backlog_item: { table: "canon.backlog_item", key: "backlog_item_id" },
  protocol: { table: "proc.protocol", key: "protocol_id" },
  message: { table: "proc.message", key: "message_id" },
  knowledge: { table: "kb.entry", key: "entry_id" },
  other: { table: "canon.other_artifact", key: "artifact_id" },
};

const RUN = `
SELECT r.ingest_run_id, r.corpus_name, r.corpus_hash, r.started_at, r.status
FROM core.ingest_run r JOIN raw.entity_source s USING (ingest_run_id) WHERE s.entity_id = $1`;
const PAYLOAD = `
SELECT p.payload_id, p.ingest_run_id, p.artifact_type, p.content_hash, p.body
FROM raw.payload p JOIN raw.entity_source s USING (payload_id) WHERE s.entity_id = $1`;
const REFERENCES = `
SELECT raw_reference, origin, normalised, nullif(target_id, '') AS target_id, nullif(rule, '') AS rule,
       nullif(kind, '') AS kind, nullif(problem, '') AS problem, nullif(reason, '') AS reason, ingest_run_id
FROM core.reference_resolution WHERE source_id = $1 ORDER BY origin, raw_reference, target_id, reason`;
const REFERRED_BY = `
SELECT source_id, raw_reference, origin, normalised, rule, kind, ingest_run_id
FROM core.reference_resolution WHERE target_id = $1 ORDER BY source_id, origin, raw_reference`;
const CHUNKS = `
SELECT c.chunk_id, c.ordinal, c.title, c.body_sha256, length(c.body) AS characters, c.ingest_run_id,
       coalesce(array_length(string_to_array(nullif(t.terms, ''), ' '), 1), 0) AS terms,
       EXISTS (SELECT FROM rag.chunk_embedding e WHERE e.chunk_id = c.chunk_id) AS has_vector
FROM rag.chunk c LEFT JOIN rag.chunk_terms t USING (chunk_id) WHERE c.entity_id = $1 ORDER BY c.ordinal`;
const EDGES = `
SELECT relationship, from_id, to_id, ingest_run_id, link_id, payload_id, derived
FROM raw.edge_source WHERE from_id = $1 OR to_id = $1 ORDER BY relationship, from_id, to_id`;
