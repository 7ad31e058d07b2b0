import type { Lesson } from "../embeddings/open.ts";
import type { CorpusEnrichment } from "../enrichment/enrich-corpus.ts";
import type { StreamedCorpus } from "../ports/corpus.ts";
import type { StreamedRows } from "../ports/corpus-rows.ts";
import type { EmbeddingPort, GraphPort, SqlPort } from "../ports/ports.ts";
import type { HnswOptions, TextAnalysis } from "../ports/substrate-manifest.ts";
import type { Bm25Dialect } from "../search/bm25-dialect.ts";
import type { WriteLog } from "./write-log.ts";

/** Called as work proceeds; `step` is one of INGEST_STEPS, or `embeddings` where chunks wait for them. */
export type IngestProgress = (step: string, done: number, total: number) => void;

/** What an ingest gets. */
export interface IngestOptions {
  corpus: StreamedCorpus;
  sql: SqlPort;
  graph: GraphPort;
  /** What a language model said about the texts; null: it was not asked. */
  enrichment: CorpusEnrichment | null;
  dialect: Bm25Dialect;
  /** How texts become the dialect's terms. */
  analysis: TextAnalysis;
  /** Null: vectors are searched exactly. */
  hnsw: HnswOptions | null;
  /** Makes the embedding: learned from the chunks, or ready made. */
  embedding: (lesson: Lesson) => Promise<EmbeddingPort>;
  /** The embedding that the database's vectors are from: kept, so that only changed chunks are embedded. Null: a new one for all. */
  keptEmbedding: EmbeddingPort | null;
  /** The embedding model's context, which decides the size of chunks. */
  contextTokens: number;
  /** Told when the tables hold what the graph is projected from, and waited for at the end; never rejects. */
  projected?: () => Promise<void>;
  progress: IngestProgress;
}

/** What each step of the ingest gets. */
export interface StepContext extends IngestOptions {
  /** The corpus by role. */
  rows: StreamedRows;
  ingestRunId: number;
  /** Counts what the step writes. */
  log: WriteLog;
}
