import type { EmbeddingPort, SubstrateCounts } from "../ports.ts";
import { ingestCanonical } from "./canonical.ts";
import { chunkAndEmbed } from "./chunks.ts";
import type { IngestContext } from "./context.ts";
import { mapCorpus } from "./corpus-rows.ts";
import { countAll } from "./counts.ts";
import { enrich } from "./enrich.ts";
import { syncGraph } from "./sync-graph.ts";
import { resolveTraceLinks } from "./trace-links.ts";

/** Names of the steps as the progress callback gives them, in order. */
export const INGEST_STEPS = ["canonical", "enrich", "chunks", "trace links", "graph"] as const;

export interface IngestResult {
  ingestRunId: number;
  embedding: EmbeddingPort;
  counts: SubstrateCounts;
}

/** Ingests a corpus into an empty database that has the schema: the study's five steps. */
export async function ingest(options: Omit<IngestContext, "rows" | "ingestRunId">): Promise<IngestResult> {
  const { corpus, sql } = options;
  const ingestRunId = await startRun(options);
  const context: IngestContext = { ...options, rows: mapCorpus(corpus), ingestRunId };
  await ingestCanonical(context);
  await enrich(context);
  const embedding = await chunkAndEmbed(context);
  await resolveTraceLinks(context);
  await sql.execute("ANALYZE");
  const projected = await syncGraph(context);
  const counts = await countAll(sql, projected);
  await sql.query(
    "UPDATE core.ingest_run SET status = 'complete', finished_at = now(), counts = $2 WHERE ingest_run_id = $1",
    [ingestRunId, JSON.stringify(counts)],
  );
  return { ingestRunId, embedding, counts };
}

async function startRun({ sql, corpus }: Pick<IngestContext, "sql" | "corpus">): Promise<number> {
  const { rows } = await sql.query<{ ingest_run_id: number }>(
    "INSERT INTO core.ingest_run (corpus_name, corpus_hash) VALUES ($1, $2) RETURNING ingest_run_id",
    [corpus.mapping.name, corpus.hash],
  );
  return rows[0]!.ingest_run_id;
}
