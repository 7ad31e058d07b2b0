import type { StreamedCorpus } from "../ports/corpus.ts";
import type { Row, SqlPort } from "../ports/ports.ts";
import type { SubstrateCounts } from "../ports/substrate-manifest.ts";
import type { ChangeCounts } from "./changes.ts";
import type { StepContext } from "./context.ts";
import type { RowCounts } from "./write-log.ts";

/** The newest run of a database. */
export interface LastRun {
  ingestRunId: number;
  corpusHash: string;
  complete: boolean;
  /** Of the whole database; a run that is not complete has none. */
  counts: SubstrateCounts;
}

/** Null for a database without a run. */
export async function lastRun(sql: SqlPort): Promise<LastRun | null> {
  const { rows } = await sql.query<Row & { id: number; corpus_hash: string; status: string; counts: SubstrateCounts }>(
    `SELECT ingest_run_id AS id, corpus_hash, status, counts - 'changes' AS counts
     FROM core.ingest_run ORDER BY ingest_run_id DESC LIMIT 1`,
  );
  const [row] = rows;
  if (!row) return null;
  const { id, corpus_hash, status, counts } = row;
  return { ingestRunId: id, corpusHash: corpus_hash, complete: status === "complete", counts };
}

export async function startRun(sql: SqlPort, corpus: StreamedCorpus): Promise<number> {
  const { rows } = await sql.query<{ ingest_run_id: number }>(
    "INSERT INTO core.ingest_run (corpus_name, corpus_hash) VALUES ($1, $2) RETURNING ingest_run_id",
    [corpus.mapping.name, corpus.hash],
  );
  return rows[0]!.ingest_run_id;
}

export async function recordStep(
  { sql, ingestRunId }: Pick<StepContext, "sql" | "ingestRunId">,
  { step, durationMs, written }: { step: string; durationMs: number; written: Record<string, RowCounts> },
): Promise<void> {
  await sql.query("INSERT INTO core.ingest_step (ingest_run_id, step, duration_ms, written) VALUES ($1, $2, $3, $4)", [
    ingestRunId,
    step,
    Math.round(durationMs),
    JSON.stringify(written),
  ]);
}

export async function finishRun(
  sql: SqlPort,
  { ingestRunId, counts, changes }: { ingestRunId: number; counts: SubstrateCounts; changes: ChangeCounts },
): Promise<void> {
  await sql.query(
    "UPDATE core.ingest_run SET status = 'complete', finished_at = now(), counts = $2 WHERE ingest_run_id = $1",
    [ingestRunId, JSON.stringify({ ...counts, changes })],
  );
}
