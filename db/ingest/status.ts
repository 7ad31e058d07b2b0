import type { Row, SqlPort } from "../ports/ports.ts";
import type { ChangeCounts } from "./changes.ts";
import type { RowCounts } from "./write-log.ts";

/** What the runs of a snapshot did, newest first, and what they left open. */
export interface IngestStatus {
  runs: readonly RunStatus[];
  /** References that lead nowhere, by problem. */
  unresolved: Readonly<Record<string, number>>;
  /** Resolved references, by rule. */
  rules: Readonly<Record<string, number>>;
  /** Attributes for which a pattern and a language model say different things; the pattern wins. */
  conflicts: number;
  /** Payloads and links that are kept though nothing is made of them any more. */
  superseded: { payloads: number; links: number };
}

export interface RunStatus {
  ingest_run_id: number;
  corpus_hash: string;
  status: string;
  started_at: string;
  finished_at: string | null;
  changes: ChangeCounts;
  steps: readonly { step: string; duration_ms: number; written: Readonly<Record<string, RowCounts>> }[];
}

export async function readIngestStatus(sql: SqlPort): Promise<IngestStatus> {
  const counts = async (query: string): Promise<Record<string, number>> => {
    const { rows } = await sql.query<Row & { name: string; n: number }>(query);
    return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
  };
  const { conflicts = 0, payloads = 0, links = 0 } = await counts(TOTALS);
  return {
    runs: await readRuns(sql),
    unresolved: await counts(byColumn("problem")),
    rules: await counts(byColumn("rule")),
    conflicts,
    superseded: { payloads, links },
  };
}

const TOTALS = `
SELECT 'conflicts' AS name, count(DISTINCT (entity_id, key, llm_value))::int AS n FROM enrichment.conflict
UNION ALL SELECT 'payloads', (SELECT count(*) FROM raw.payload)::int - (SELECT count(DISTINCT payload_id) FROM raw.entity_source)::int
UNION ALL SELECT 'links', count(*)::int FROM raw.link_end`;

function byColumn(column: "problem" | "rule"): string {
  return `SELECT ${column} AS name, count(*)::int AS n FROM core.reference_resolution WHERE ${column} <> ''
          GROUP BY 1 ORDER BY 2 DESC, 1`;
}

async function readRuns(sql: SqlPort): Promise<RunStatus[]> {
  const { rows } = await sql.query<Row & RunRow>(
    `SELECT ingest_run_id, corpus_hash, status, started_at, finished_at, counts -> 'changes' AS changes,
            (SELECT coalesce(json_agg(json_build_object('step', s.step, 'duration_ms', s.duration_ms, 'written', s.written)
                             ORDER BY s.finished_at, s.step), '[]')
             FROM core.ingest_step s WHERE s.ingest_run_id = r.ingest_run_id) AS steps
     FROM core.ingest_run r ORDER BY ingest_run_id DESC`,
  );
  return rows.map((row) => ({
    ingest_run_id: row.ingest_run_id,
    corpus_hash: row.corpus_hash,
    status: row.status,
    started_at: row.started_at,
    finished_at: row.finished_at,
    changes: row.changes ?? {},
    steps: row.steps,
  }));
}

interface RunRow {
  ingest_run_id: number;
  corpus_hash: string;
  status: string;
  started_at: string;
  finished_at: string | null;
  changes: ChangeCounts | null;
  steps: RunStatus["steps"];
}
