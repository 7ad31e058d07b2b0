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
  const run = stepRunner(context);
  await run("canonical", ingestCanonical);
  await run("enrich", enrich);
  const embedding = await run("chunks", chunkAndEmbed);
  await run("trace links", resolveTraceLinks);
  await sql.execute("ANALYZE");
  const projected = await run("graph", syncGraph);
  const counts = await countAll(sql, projected);
  await sql.query(
    "UPDATE core.ingest_run SET status = 'complete', finished_at = now(), counts = $2 WHERE ingest_run_id = $1",
    [ingestRunId, JSON.stringify(counts)],
  );
  return { ingestRunId, embedding, counts };
}

/** Runs a step, and reports its end even where there was nothing to do. */
function stepRunner(context: IngestContext) {
  return async <T>(name: (typeof INGEST_STEPS)[number], step: (context: IngestContext) => Promise<T>): Promise<T> => {
    const result = await step(context);
    context.progress(name, 1, 1);
    return result;
  };
}

async function startRun({ sql, corpus }: Pick<IngestContext, "sql" | "corpus">): Promise<number> {
  const { rows } = await sql.query<{ ingest_run_id: number }>(
    "INSERT INTO core.ingest_run (corpus_name, corpus_hash) VALUES ($1, $2) RETURNING ingest_run_id",
    [corpus.mapping.name, corpus.hash],
  );
  return rows[0]!.ingest_run_id;
}
