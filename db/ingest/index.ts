import { performance } from "node:perf_hooks";
import { mapStreamed } from "../ports/corpus-rows.ts";
import type { EmbeddingPort, SqlPort } from "../ports/ports.ts";
import type { SubstrateCounts } from "../ports/substrate-manifest.ts";
import { ingestCanonical } from "./canonical.ts";
import type { ChangeCounts } from "./changes.ts";
import { chunkAndEmbed } from "./chunks.ts";
import type { IngestOptions, StepContext } from "./context.ts";
import { enrich } from "./enrich.ts";
import { finishRun, lastRun, recordStep, startRun } from "./runs.ts";
import type { IngestStep } from "./steps.ts";
import { syncGraph } from "./sync-graph.ts";
import { resolveTraceLinks } from "./trace-links.ts";
import { type BehindSql, writeBehind } from "./write-behind.ts";
import { makeWriteLog } from "./write-log.ts";

export interface IngestResult {
  ingestRunId: number;
  embedding: EmbeddingPort;
  counts: SubstrateCounts;
  changes: ChangeCounts;
}

/**
 * Ingests a corpus into a database that has the schema: the study's five steps. Each compares what the database holds
 * with what the corpus decides and writes the rows that differ, so an empty database gets everything, and a database
 * that holds this very corpus nothing at all, not even a run.
 */
export async function ingest(options: IngestOptions): Promise<IngestResult> {
  const { corpus } = options;
  const sql = writeBehind(options.sql);
  const last = await lastRun(sql);
  // What a model said can change while the corpus stays.
  if (last?.complete && last.corpusHash === corpus.hash && options.keptEmbedding && !options.enrichment)
    return { ingestRunId: last.ingestRunId, embedding: options.keptEmbedding, counts: last.counts, changes: {} };
  const ingestRunId = await startRun(sql, corpus);
  const run = stepRunner({ ...options, sql, rows: mapStreamed(corpus), ingestRunId });
  const changes = await run("canonical", ingestCanonical);
  await run("enrich", enrich);
  await run("trace links", resolveTraceLinks);
  await sql.execute("ANALYZE");
  // Chunks take longest, and the graph knows nothing of them.
  const ahead = options.projected?.();
  const embedding = await run("chunks", chunkAndEmbed);
  const projected = await run("graph", syncGraph);
  await ahead;
  const counts = await countAll(sql, projected);
  await finishRun(sql, { ingestRunId, counts, changes });
  return { ingestRunId, embedding, counts, changes };
}

/** Steps that write rows which others' rows name. */
const NEEDED: Partial<Record<IngestStep, readonly IngestStep[]>> = {
  "trace links": ["canonical"],
  graph: ["canonical", "trace links"],
};

/** One step alone, after those that it can't do without. The database then holds part of the corpus: not for publishing. */
export async function ingestStep(options: IngestOptions, wanted: IngestStep): Promise<IngestStep[]> {
  const { corpus } = options;
  const sql = writeBehind(options.sql);
  const ingestRunId = await startRun(sql, corpus);
  const run = stepRunner({ ...options, sql, rows: mapStreamed(corpus), ingestRunId });
  const steps = [...(NEEDED[wanted] ?? []), wanted];
  for (const step of steps) await run(step, ACTIONS[step]);
  return steps;
}

const ACTIONS: Record<IngestStep, (context: StepContext) => Promise<unknown>> = {
  canonical: ingestCanonical,
  enrich,
  chunks: chunkAndEmbed,
  "trace links": resolveTraceLinks,
  graph: syncGraph,
};

/** Runs a step, records its time and what it wrote, and reports its end even where there was nothing to do. */
function stepRunner(context: Omit<StepContext, "log"> & { sql: BehindSql }) {
  return async <T>(step: IngestStep, action: (context: StepContext) => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const log = makeWriteLog();
    const result = await action({ ...context, log });
    await context.sql.settle();
    const durationMs = performance.now() - startedAt;
    await recordStep(context, { step, durationMs, written: log.written() });
    context.progress(step, 1, 1);
    return result;
  };
}

/** Row counts of what was ingested. */
async function countAll(sql: SqlPort, graph: { nodes: number; edges: number }): Promise<SubstrateCounts> {
  const { rows } = await sql.query<Record<keyof SubstrateCounts, number>>(`
    SELECT (SELECT count(*) FROM canon.test_case) AS test_cases,
           (SELECT count(*) FROM canon.backlog_item) AS backlog_items,
           (SELECT count(*) FROM proc.protocol) AS protocols,
           (SELECT count(*) FROM proc.message) AS messages,
           (SELECT count(*) FROM kb.entry) AS knowledge_entries,
           (SELECT count(*) FROM canon.other_artifact) AS other_artifacts,
           (SELECT count(*) FROM core.trace_link) AS trace_links,
           (SELECT count(*) FROM core.unresolved_reference) AS unresolved_references,
           (SELECT count(*) FROM rag.chunk) AS chunks`);
  const subtypes = await sql.query<{ subtype: string; items: number }>(
    "SELECT subtype, count(*) AS items FROM canon.backlog_item GROUP BY subtype ORDER BY subtype",
  );
  return {
    ...rows[0]!,
    backlog_items_by_subtype: Object.fromEntries(subtypes.rows.map(({ subtype, items }) => [subtype, items])),
    graph_nodes: graph.nodes,
    graph_edges: graph.edges,
  };
}
